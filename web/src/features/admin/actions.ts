import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { accountRequests, findAccounts } from "@/api/admin";
import { messageOf } from "@/api/client";
import type { HandedOver, PlanType } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { toast } from "@/ui/toast";

/** What an administrator does with an account. Each refreshes what shows it. */
export function useAccountActions(accountId: string) {
  const queryClient = useQueryClient();
  const requests = accountRequests(accountId);
  const done = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer;
    } finally {
      void refresh(queryClient, "admin", "adminAccount");
    }
  };
  return {
    disable: (unpublish: boolean) => done(requests.disable(unpublish)),
    enable: () => done(requests.enable()),
    setAdministrator: (is: boolean) => done(requests.setAdministrator(is)),
    email: (email: string) => done(requests.email(email)),
    endSessions: (tokens: boolean) => done(requests.endSessions(tokens)),
    reset: () => done(requests.reset()),
    remove: async () => {
      await requests.remove();
      // The account itself is not asked for again.
      void refresh(queryClient, "admin");
    },
    handOver: async (email: string): Promise<HandedOver> => {
      const found = await findAccounts(email);
      const to = found.items.find((account) => account.email.toLowerCase() === email.toLowerCase());
      if (!to) throw new Error(t`No account has the address ${email}.`);
      return await done(requests.handOver(to.id));
    },
    plan: (plan: PlanType | null) =>
      void done(requests.plan(plan)).catch((error: unknown) =>
        toast.error(t`That did not work`, { description: messageOf(error) }),
      ),
  };
}
