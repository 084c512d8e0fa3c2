import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError, isSessionEnded, messageOf } from "@/api/client";
import { createToken, listPrompts, resolveName } from "@/api/generated/sdk.gen";
import type { NewApiToken } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { tokenNameChars } from "@/core/lists";
import { useOpenForm } from "@/lib/open-forms";
import { Alert } from "@/ui/alert";
import { BoundedField } from "@/ui/bounded-field";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { ShownOnce } from "@/ui/shown-once";
import { SignedOutAlert } from "@/ui/signed-out-alert";

const lifetimes = [
  { value: "30", label: t`30 days` },
  { value: "90", label: t`90 days` },
  { value: "365", label: t`1 year` },
  { value: "", label: t`Never` },
];

const accesses = [
  { value: "read", label: t`Read`, hint: t`Can read everything you can, and change nothing.` },
  {
    value: "fetch",
    label: t`Fetch chosen prompts`,
    hint: t`For an application: can fetch the prompts you name, and do nothing else.`,
  },
  { value: "write", label: t`Read and change`, hint: t`Can create, change and delete on your behalf.` },
] as const;

type Access = (typeof accesses)[number]["value"];

interface NewToken extends NewApiToken {
  /** The only prompts, alone or of collections, and labels it may fetch, by name. */
  limits: { prompts: string[]; labels: string[] } | null;
}

const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== "");
const namesOf = (text: string): string[] =>
  text
    .split(/[,\n]+/)
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** Creates a token. Names and titles that stand for no prompt are one error that lists them. */
async function createLimited({ limits, ...token }: NewToken) {
  const body: NewApiToken = token;
  if (limits) {
    const found = await Promise.all(limits.prompts.map(async (name) => ({ name, id: await idOf(name) })));
    const missing = found.filter(({ id }) => id === null).map(({ name }) => name);
    if (missing.length > 0) {
      const names = missing.join(", ");
      throw new Error(
        t`You have no prompt with this name or title: ${names}. “Use it” in the editor shows a prompt's name; two prompts with one title need theirs.`,
      );
    }
    const of = (kind: "prompt" | "collection") =>
      found.flatMap(({ id }) => (id !== null && id.kind === kind ? id.id : []));
    const [prompts, collections] = [of("prompt"), of("collection")];
    if (prompts.length > 0) body.prompt_ids = prompts;
    if (collections.length > 0) body.collection_ids = collections;
    if (limits.labels.length > 0) body.labels = limits.labels;
  }
  const { data } = await createToken({ body, throwOnError: true });
  return data;
}

interface Named {
  kind: "prompt" | "collection";
  id: string;
}

/** The prompt or collection with this name, or the only prompt of one's own with this title. */
async function idOf(name: string): Promise<Named | null> {
  try {
    const { data } = await resolveName({ query: { name }, throwOnError: true });
    if (data.kind === "prompt" || data.kind === "collection") return { kind: data.kind, id: data.id };
  } catch (error) {
    // A title that cannot be a name is refused as one.
    if (!(error instanceof ApiError) || ![400, 404, 422].includes(error.status)) throw error;
  }
  const query = { owner: "me", kind: "all", search: name, limit: 100 } as const;
  const { data } = await listPrompts({ query, throwOnError: true });
  const titled = data.items.filter(({ title }) => title.toLowerCase() === name.toLowerCase());
  return titled.length === 1 && titled[0] ? { kind: "prompt", id: titled[0].id } : null;
}

/** Creates a token, then shows it once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  useOpenForm();
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: createLimited,
    onSuccess: () => refresh(queryClient, "listTokens"),
  });
  const [name, setName] = useState("");
  const [access, setAccess] = useState<Access>("read");
  const [prompts, setPrompts] = useState("");
  const [labels, setLabels] = useState("");
  const [days, setDays] = useState("90");
  const [password, setPassword] = useState("");

  if (create.data) {
    return (
      <ShownOnce
        title={t`Token “${create.data.name}”`}
        description={t`Copy it now and keep it safe like a password. It won't be shown again.`}
        label={t`Token`}
        copyLabel={t`Copy token`}
        secret={create.data.token}
        onClose={onClose}
      />
    );
  }
  const { error } = create;
  const at = (field: string) => error instanceof ApiError && error.field === field;
  const isReady =
    name.trim() !== "" && password !== "" && (access !== "fetch" || namesOf(prompts).length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const expires_at = days === "" ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
    const limits = access === "fetch" ? { prompts: namesOf(prompts), labels: wordsOf(labels) } : null;
    create.mutate({ name, password, scope: access === "write" ? "write" : "read", expires_at, limits });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`New API token`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form="token-form"
            variant="primary"
            busy={create.isPending}
            disabled={!isReady}
          >
            <Trans>Create token</Trans>
          </Button>
        </>
      }
    >
      <form id="token-form" className="space-y-4" onSubmit={submit}>
        {isSessionEnded(error) && <SignedOutAlert />}
        {error && !at("name") && !at("password") && !isSessionEnded(error) && (
          <Alert>{messageOf(error)}</Alert>
        )}
        <BoundedField
          label={t`Name`}
          required
          hint={t`A name to recognize it by.`}
          error={at("name") ? messageOf(error) : undefined}
          value={name}
          limit={tokenNameChars}
          placeholder={t`Nightly export`}
          onText={setName}
        />
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-semibold">
            <Trans>Access</Trans>
          </legend>
          {accesses.map(({ value, label, hint }) => (
            <label
              key={value}
              className="cursor-pointer rounded-control border px-3 py-2 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="token-scope"
                className="sr-only"
                checked={value === access}
                onChange={() => setAccess(value)}
              />
              <span className="block font-semibold">{label}</span>
              <span className="block text-sm text-muted">{hint}</span>
            </label>
          ))}
        </fieldset>
        {access === "fetch" && (
          <>
            <Field
              label={t`Prompts and collections`}
              hint={t`Their names, or titles of prompts, such as code-review, @ada/tone or Answer a customer, separated by commas. Of a collection, all that is in it and in those nested in it.`}
            >
              {(control) => (
                <Input
                  {...control}
                  required
                  value={prompts}
                  autoCapitalize="none"
                  spellCheck={false}
                  onChange={(event) => setPrompts(event.target.value)}
                />
              )}
            </Field>
            <Field
              label={t`Labels`}
              hint={t`Such as production. Leave empty to allow every text of these prompts.`}
            >
              {(control) => (
                <Input
                  {...control}
                  value={labels}
                  autoCapitalize="none"
                  spellCheck={false}
                  onChange={(event) => setLabels(event.target.value)}
                />
              )}
            </Field>
          </>
        )}
        <Field label={t`Expires after`}>
          {(control) => (
            <Select
              {...control}
              options={lifetimes}
              value={days}
              onChange={(event) => setDays(event.target.value)}
            />
          )}
        </Field>
        <Field label={t`Password`} error={at("password") ? messageOf(error) : undefined}>
          {(control) => (
            <Input
              {...control}
              required
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
