// The rendered side of a prompt: its variables to fill in, the messages that a model gets, and a button to copy
// them.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { EditorDocument } from "@/core";
import { words } from "@/core/lists";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Select } from "@/ui/select";
import { type Includes, useIncludes } from "./includes";
import { linkWith } from "./link";
import { RenderedText } from "./rendered-text";
import { useCopyFormat, useValues, type Values } from "./values";
import { focusVariable, VariableList } from "./variable-list";

interface FilledProps {
  document: EditorDocument;
  /** The id of the saved prompt, whose last values come back. */
  promptId: string | null;
  readOnly: boolean;
  /** Counts the requests to fill in the variables from outside. */
  asked?: number;
}

/** The last request that was answered, by document: a panel that is laid out anew does not take the focus again. */
const answered = new WeakMap<EditorDocument, number>();

export default function Filled({ document, promptId, readOnly, asked = 0 }: FilledProps) {
  const [values, setValues] = useValues(promptId);
  const includes = useIncludes(document, promptId);
  const revision = useSyncExternalStore(document.subscribeCounts, () => document.state().revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for the text of the document.
  const variables = useMemo(() => document.variables(includes), [document, revision, includes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  const rendered = useMemo(() => document.render(values, includes), [document, revision, values, includes]);
  const jinja = document.jinjaState();
  const isWaiting = jinja !== null && jinja !== "ready";
  const others = rendered.problems.filter(
    ({ kind, name }) => kind !== "missing_value" && !(isWaiting && name === "jinja2"),
  );
  const missing = rendered.problems.find(({ kind }) => kind === "missing_value")?.name;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (asked === (answered.get(document) ?? 0)) return;
    answered.set(document, asked);
    focusVariable(section.current, missing);
  });
  return (
    <section ref={section} aria-label={t`Rendered`} className="flex flex-col gap-5 p-5">
      {variables.length > 0 && (
        <VariableList
          document={document}
          variables={variables}
          values={values}
          onValues={setValues}
          readOnly={readOnly}
        />
      )}
      <CopyBar document={document} promptId={promptId} values={values} includes={includes} />
      {jinja === "loading" && (
        <p role="status" className="text-muted">
          <Trans>Loading what renders the statements of Jinja2…</Trans>
        </p>
      )}
      {jinja instanceof Error && (
        <Alert tone="warning" title={t`The statements of Jinja2 are not rendered`}>
          <p>{jinja.message}</p>
          {/* A browser keeps a program that failed to start until the page is loaded anew; drafts are kept. */}
          <Button className="mt-2" onClick={() => window.location.reload()}>
            <Trans>Reload</Trans>
          </Button>
        </Alert>
      )}
      {others.length > 0 && (
        <Alert tone="warning" title={plural(others.length, { one: "# problem", other: "# problems" })}>
          <ul className="list-disc pl-4">
            {others.map(({ kind, name, item, message }) => (
              <li key={`${kind} ${name} ${item}`}>{message}.</li>
            ))}
          </ul>
        </Alert>
      )}
      {rendered.remarks.length > 0 && (
        <ul aria-label={t`Left out`} className="text-sm text-muted">
          {rendered.remarks.map(({ item, message }) => (
            <li key={item}>{message}.</li>
          ))}
        </ul>
      )}
      {rendered.messages.length > 0 ? (
        <RenderedText rendered={rendered} />
      ) : rendered.remarks.length > 0 ? (
        <p className="text-muted">
          <Trans>With these values nothing is left for a model.</Trans>
        </p>
      ) : (
        <p className="text-muted">
          <Trans>The text that a model gets appears here as you write.</Trans>
        </p>
      )}
    </section>
  );
}

interface CopyBarProps {
  document: EditorDocument;
  promptId: string | null;
  values: Values;
  includes: Includes;
}

function CopyBar({ document, promptId, values, includes }: CopyBarProps) {
  const [format, setFormat] = useCopyFormat();
  return (
    <div className="flex items-center gap-2">
      <CopyButton
        data-copy
        variant="primary"
        text={async () => {
          await document.ready(includes);
          return document.renderedCopy(values, includes, format);
        }}
      />
      <span className="min-w-0 flex-1">
        <Select
          aria-label={t`Copy as`}
          value={format}
          onChange={({ target }) => {
            const chosen = words.copy_formats.find(({ value }) => value === target.value);
            if (chosen) setFormat(chosen.value);
          }}
          options={words.copy_formats}
        />
      </span>
      {promptId && Object.keys(values).length > 0 && (
        <CopyButton
          variant="ghost"
          text={() => linkWith(promptId, values)}
          title={t`Copy a link that fills in these values`}
        >
          <Trans>Copy link</Trans>
        </CopyButton>
      )}
    </div>
  );
}
