// How an application gets this prompt: its name, its address, and ready-made calls.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isSessionEnded, messageOf } from "@/api/client";
import {
  getPromptQueryKey,
  listLabelsOptions,
  listVersionsOptions,
  updatePromptMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { StoredPrompt } from "@/api/generated/types.gen";
import type { EditorDocument } from "@/core";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { SignedOutAlert } from "@/ui/signed-out-alert";
import { TabPanel, Tabs } from "@/ui/tabs";
import { useIncludes } from "./includes";
import { addressOf, nameOf, type Snippet, snippets, type Usage } from "./snippets";
import { UsageTable } from "./usage-table";

interface UseItDialogProps {
  document: EditorDocument;
  /** The stored prompt. */
  prompt: StoredPrompt;
  readOnly: boolean;
  onClose: () => void;
}

export default function UseItDialog({ document, prompt, readOnly, onClose }: UseItDialogProps) {
  const labels = useQuery({ ...listLabelsOptions({ path: { id: prompt.id } }), staleTime: 0 });
  const includes = useIncludes(document, prompt.id);
  const [slug, setSlug] = useState(prompt.slug);
  const [chosen, setChosen] = useState<string | null>(null);
  const [tab, setTab] = useState<Snippet["id"]>("curl");
  // A save without a name can be read by its owner only, and not by an application without a token.
  const versions = useQuery(
    listVersionsOptions({ path: { id: prompt.id }, query: { named: true, limit: 20 } }),
  );
  const numbers = (versions.data?.items ?? [])
    .filter(({ is_named }) => is_named)
    .map((one) => `${one.version_major}.${one.version_minor}.${one.version_batch}`);
  const names = labels.data?.items.map(({ name }) => name) ?? [];
  // What an application should use, if it is there.
  const at = chosen ?? (names.includes("production") ? ":production" : (names[0] && `:${names[0]}`) || "");
  const usage: Usage = {
    origin: window.location.origin,
    handle: prompt.handle ?? "me",
    slug,
    at: at.startsWith(":") ? { label: at.slice(1) } : at.startsWith("@") ? { version: at.slice(1) } : null,
    isPrivate: !prompt.is_public,
    variables: document.variables(includes),
  };
  const all = snippets(usage);

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t`Use it in an application`} size="lg">
      <div className="flex flex-col gap-5">
        {readOnly ? (
          <Line label={t`Name`} copyLabel={t`Copy name`} text={nameOf(usage)} />
        ) : (
          <Name prompt={prompt} slug={slug} name={nameOf(usage)} onChanged={setSlug} />
        )}
        <Field
          label={t`Which text`}
          hint={
            names.length === 0 && !readOnly
              ? t`Applications that use the newest text get every save at once. A label such as production, made under Versions, changes only when you move it.`
              : undefined
          }
          className="max-w-sm"
        >
          {(control) => (
            <Select
              {...control}
              value={at}
              onChange={(event) => setChosen(event.target.value)}
              options={[
                ...names.map((name) => ({ value: `:${name}`, label: t`Label ${name}` })),
                { value: "", label: t`Newest text` },
                ...numbers.map((number) => ({ value: `@${number}`, label: t`Version ${number}` })),
              ]}
            />
          )}
        </Field>
        <Line label={t`Address`} copyLabel={t`Copy address`} text={addressOf(usage)} />
        <Tabs
          label={t`Snippets`}
          tabs={all.map(({ id, label }) => ({ value: id, label }))}
          value={tab}
          onChange={setTab}
        >
          {all.map(({ id, label, text }) => (
            <TabPanel key={id} value={id} className="pt-3">
              <pre className="overflow-x-auto rounded-tray border bg-well p-3 font-mono text-sm">
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key. */}
                <code tabIndex={0}>{text}</code>
              </pre>
              <CopyButton size="sm" text={text} className="mt-2" aria-label={t`Copy ${label}`} />
            </TabPanel>
          ))}
        </Tabs>
        {tab === "mcp" && (
          <p className="text-sm text-muted">
            <Trans>
              Agents find it as <code>{nameOf(usage)}</code>, among their prompts and with the tool
              fill_prompt. They need an API token in PROMPTCASE_TOKEN, made under Settings, Account; one that
              may only read is enough unless they shall save drafts.
            </Trans>
          </p>
        )}
        {(tab === "typescript" || tab === "python") && (
          <p className="text-sm text-muted">
            <Trans>
              The package is in <code>clients/{tab}</code> of Promptcase&apos;s source. It keeps copies, so
              your application goes on when the server does not answer.
            </Trans>
          </p>
        )}
        {usage.isPrivate && tab !== "mcp" && (
          <p className="text-sm text-muted">
            <Trans>
              This prompt is private, so the call needs an API token in PROMPTCASE_TOKEN. Make one that may
              read under Settings, Account.
            </Trans>
          </p>
        )}
        {!readOnly && <UsageTable promptId={prompt.id} />}
      </div>
    </Dialog>
  );
}

function Line({ label, copyLabel, text }: { label: string; copyLabel: string; text: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-semibold">{label}</span>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 overflow-x-auto rounded-control border bg-well px-2.5 py-1.5 font-mono text-sm whitespace-nowrap">
          {text}
        </code>
        <CopyButton size="sm" text={text} aria-label={copyLabel} />
      </div>
    </div>
  );
}

interface NameProps {
  prompt: StoredPrompt;
  slug: string;
  name: string;
  onChanged: (slug: string) => void;
}

/** The name, and the form that changes its last part. */
function Name({ prompt, slug, name, onChanged }: NameProps) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const rename = useMutation({
    ...updatePromptMutation(),
    onSuccess: (saved) => {
      onChanged(saved.slug);
      setTyped(null);
      void queryClient.invalidateQueries({ queryKey: getPromptQueryKey({ path: { id: prompt.id } }) });
    },
  });
  if (typed === null) {
    return (
      <div className="flex flex-col gap-1.5">
        <Line label={t`Name`} copyLabel={t`Copy name`} text={name} />
        <Button size="sm" variant="ghost" className="-ml-2.5 self-start" onClick={() => setTyped(slug)}>
          <Trans>Change name</Trans>
        </Button>
      </div>
    );
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate({ path: { id: prompt.id }, body: { slug: typed } });
      }}
    >
      {isSessionEnded(rename.error) && <SignedOutAlert />}
      {rename.error && !isSessionEnded(rename.error) && (
        <Alert title={t`The name was not changed`}>{messageOf(rename.error)}</Alert>
      )}
      <Field
        label={t`Name`}
        hint={t`Letters and digits with single hyphens, after @${prompt.handle ?? "me"}/. The old name leads to the new one.`}
        className="max-w-md"
      >
        {(control) => (
          <Input
            {...control}
            value={typed}
            maxLength={80}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" busy={rename.isPending} disabled={!typed.trim()}>
          <Trans>Save name</Trans>
        </Button>
        <Button size="sm" onClick={() => setTyped(null)}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
