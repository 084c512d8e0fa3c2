// The page of a prompt that anybody can read without an account.
import type { StoredPrompt } from "@/api/generated/types.gen";
import { Button, buttonClass } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

interface ShareDialogProps {
  /** The stored prompt. */
  prompt: StoredPrompt;
  readOnly: boolean;
  /** Saves the prompt as public or private; the failure is reported elsewhere. */
  onVisibility: (isPublic: boolean) => Promise<unknown>;
  onClose: () => void;
}

export default function ShareDialog({ prompt, readOnly, onVisibility, onClose }: ShareDialogProps) {
  const { handle, slug, is_public } = prompt;
  const address = `${window.location.origin}/p/${encodeURIComponent(handle ?? "")}/${encodeURIComponent(slug)}`;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Share" size="md">
      {is_public ? (
        <div className="flex flex-col gap-4">
          <p>Anyone with this address can read the prompt, fill it in and copy it. No account is needed.</p>
          <Field label="Address">
            {(control) => (
              <div className="flex gap-2">
                <Input {...control} readOnly value={address} onFocus={({ target }) => target.select()} />
                <CopyButton variant="primary" text={address}>
                  Copy address
                </CopyButton>
              </div>
            )}
          </Field>
          <div className="flex flex-wrap gap-2">
            <a className={buttonClass({})} href={address} target="_blank" rel="noreferrer">
              Open the page
            </a>
            {!readOnly && (
              <Button variant="ghost" onClick={() => onVisibility(false)}>
                Make private
              </Button>
            )}
          </div>
        </div>
      ) : (
        <div className="flex flex-col items-start gap-4">
          <p>
            Only you can see this prompt. Make it public, and it gets a page that anyone can read without an
            account. It also appears in the community.
          </p>
          <Button variant="primary" onClick={() => onVisibility(true)}>
            Make public
          </Button>
        </div>
      )}
    </Dialog>
  );
}
