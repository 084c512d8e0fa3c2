import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { changeEmailMutation } from "@/api/generated/@tanstack/react-query.gen";
import { useUser } from "@/api/session";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { toast } from "@/ui/toast";
import { PasswordDialog } from "./password-dialog";

/** The address of the account, and its change by a link to the new one. */
export function EmailAddress() {
  const user = useUser();
  const change = useMutation(changeEmailMutation());
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">Email</dt>
      <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{user.email}</span>
        {!user.email_confirmed && <Badge tone="brass">Not confirmed</Badge>}
        <Button size="sm" onClick={() => setOpen(true)}>
          Change
        </Button>
      </dd>
      {open && (
        <PasswordDialog
          title="Change your email address"
          confirmLabel="Send the link"
          ready={email.trim() !== ""}
          onClose={() => setOpen(false)}
          onConfirm={async (password) => {
            await change.mutateAsync({ body: { email, password } });
            setOpen(false);
            setEmail("");
            toast.success("Almost done", {
              description: `Open the link in the mail to ${email.trim()}. Until then your address stays as it is.`,
            });
          }}
        >
          <Field label="New address">
            {(control) => (
              <Input
                {...control}
                type="email"
                autoComplete="email"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
        </PasswordDialog>
      )}
    </div>
  );
}
