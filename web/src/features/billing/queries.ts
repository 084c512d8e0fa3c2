import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { messageOf } from "@/api/client";
import {
  cancelSubscriptionMutation,
  changeSubscriptionMutation,
  createCheckoutMutation,
  createPortalMutation,
  getBillingOptions,
  getBillingQueryKey,
} from "@/api/generated/@tanstack/react-query.gen";
import type { Billing } from "@/api/generated/types.gen";
import { toast } from "@/ui/toast";

export const useBilling = () => useQuery(getBillingOptions());

/** Starts a checkout and redirects to the hosted payment page. */
export function useCheckout() {
  return useMutation({
    ...createCheckoutMutation(),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) =>
      toast.error(t`The payment page could not be opened`, { description: messageOf(error) }),
  });
}

export function usePortal() {
  return useMutation({
    ...createPortalMutation(),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toast.error(t`The page could not be opened`, { description: messageOf(error) }),
  });
}

export function useChangePlan() {
  const remember = useRemember();
  return useMutation({ ...changeSubscriptionMutation(), onSuccess: remember });
}

export function useCancellation() {
  const remember = useRemember();
  return useMutation({ ...cancelSubscriptionMutation(), onSuccess: remember });
}

// Matches the balance and every page of the history.
const isAboutCredits = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  ["getCredits", "listCreditTransactions"].includes((queryKey[0] as { _id?: string } | undefined)?._id ?? "");

function useRemember() {
  const queryClient = useQueryClient();
  return (billing: Billing) => {
    queryClient.setQueryData(getBillingQueryKey(), billing);
    void queryClient.invalidateQueries({ predicate: isAboutCredits });
  };
}

/** The polling interval in milliseconds, and the number of polls, for a payment just made. */
const LOOK_EVERY = 1_500;
const LOOKS = 20;

/**
 * Polls after the return from the payment page until the payment provider has notified the server. `true` until
 * then.
 */
export function useAwaitPayment(paid: boolean): boolean {
  const queryClient = useQueryClient();
  const billing = useBilling();
  const [looks, setLooks] = useState(0);
  const status = billing.data?.subscription?.status;
  const waiting = paid && status !== "active" && status !== "trialing" && looks < LOOKS;
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => {
      setLooks(looks + 1);
      void queryClient.invalidateQueries({ queryKey: getBillingQueryKey() });
    }, LOOK_EVERY);
    return () => clearTimeout(timer);
  }, [waiting, looks, queryClient]);
  useEffect(() => {
    if (paid && !waiting) void queryClient.invalidateQueries({ predicate: isAboutCredits });
  }, [paid, waiting, queryClient]);
  return waiting;
}
