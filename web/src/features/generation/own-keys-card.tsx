import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { KeyRound, Trash2 } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useUser } from "@/api/session";
import { labelOf, type Provider, words } from "@/core/lists";
import { useFormat } from "@/lib/format";
import {
  addOwnKey,
  type OwnKey,
  ownKeysHash,
  removeOwnKey,
  setOwnKeyActive,
  useOwnKeys,
} from "@/lib/own-keys";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { Switch } from "@/ui/switch";

/**
 * The user's own keys for AI providers: stored in this browser, used for the user's own generations, free of
 * credits.
 */
export function OwnKeysCard() {
  const user = useUser();
  const keys = useOwnKeys();
  const format = useFormat();
  const [leaving, setLeaving] = useState<OwnKey | null>(null);
  return (
    <SectionCard
      title={t`API keys`}
      description={t`Generating with your own key costs no credits. Keys stay in this browser; the server only passes them on with your request and never stores them.`}
    >
      {keys.length > 0 && (
        <ul className="mb-6 divide-y rounded-tray border">
          {keys.map((key) => (
            <li key={key.id} className="flex items-center gap-3 px-4 py-3">
              <KeyRound aria-hidden="true" className="size-5 shrink-0 text-muted max-sm:hidden" />
              <div className="min-w-0 flex-1">
                <Switch
                  label={`${key.name} · ${labelOf(words.providers, key.provider)}`}
                  hint={
                    <>
                      <code className="font-mono">{key.key_preview}</code>
                      <Trans>, added {format.date(key.created_at)}</Trans>
                    </>
                  }
                  checked={key.is_active}
                  onChange={(active) => setOwnKeyActive(user.id, key, active)}
                />
              </div>
              <IconButton label={t`Remove the key ${key.name}`} onClick={() => setLeaving(key)}>
                <Trash2 aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <AddKey />
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={t`Remove this key?`}
        confirmLabel={t`Remove`}
        danger
        onConfirm={() => {
          if (leaving) removeOwnKey(user.id, leaving);
          setLeaving(null);
        }}
      >
        <p>
          <Trans>It is deleted from this browser. It stays valid until you revoke it at the provider.</Trans>
        </p>
      </ConfirmDialog>
    </SectionCard>
  );
}

function AddKey() {
  const user = useUser();
  const keys = useOwnKeys();
  const [provider, setProvider] = useState<Provider>("openai");
  const [name, setName] = useState("");
  const [secret, setSecret] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (window.location.hash === `#${ownKeysHash}`) field.current?.focus();
  }, []);
  const replaces = keys.some((key) => key.provider === provider);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const label = labelOf(words.providers, provider);
    addOwnKey(user.id, provider, name.trim() || t`${label} key`, secret.trim());
    setName("");
    setSecret("");
  };
  return (
    <form onSubmit={add} className="grid gap-4 sm:grid-cols-2" autoComplete="off">
      <Field label={t`Provider`}>
        {(control) => (
          <Select
            {...control}
            options={words.providers}
            value={provider}
            onChange={(event) => setProvider(event.target.value as Provider)}
          />
        )}
      </Field>
      <Field label={t`Name`}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={60}
            placeholder={t`Work`}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field
        label={t`Key`}
        className="sm:col-span-2"
        hint={replaces ? t`This replaces your current key for this provider.` : undefined}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            type="password"
            value={secret}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setSecret(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" disabled={secret.trim().length < 16}>
          {replaces ? t`Replace key` : t`Add key`}
        </Button>
      </div>
    </form>
  );
}
