// Composes the run panel of the editor: the form of the values, the providers, and the versions of the prompt.
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useMemo, useSyncExternalStore } from "react";
import { listVersionsOptions } from "@/api/generated/@tanstack/react-query.gen";
import { useUser } from "@/api/session";
import type { EditorPanels } from "@/features/editor/panels";
import { useIncludes } from "@/features/fill/includes";
import { moveNewValues, useValues } from "@/features/fill/values";
import { VariableList } from "@/features/fill/variable-list";
import { NoProvider } from "@/features/generation/no-provider";
import { useProviders } from "@/features/generation/providers";
import { RunPanel } from "@/features/runs/run-panel";

type Props = ComponentProps<EditorPanels["Run"]>;

export default function RunInEditor({ document, promptId, readOnly, flush, asked }: Props) {
  const user = useUser();
  const [values, setValues] = useValues(promptId);
  const includes = useIncludes(document, promptId);
  const { offers, own } = useProviders();
  const revision = useSyncExternalStore(document.subscribeCounts, () => document.state().revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for the text of the document.
  const variables = useMemo(() => document.variables(includes), [document, revision, includes]);
  const versions = useQuery({
    ...listVersionsOptions({ path: { id: promptId ?? "" }, query: { named: true, limit: 100 } }),
    enabled: promptId !== null,
  });
  return (
    <RunPanel
      document={document}
      promptId={promptId}
      readOnly={readOnly}
      asked={asked}
      flush={async () => {
        const saved = await flush();
        if (saved && promptId === null) moveNewValues(user.id, saved.id);
        return saved;
      }}
      values={values}
      onValues={setValues}
      includes={includes}
      fill={
        variables.length > 0 && (
          <VariableList
            document={document}
            variables={variables}
            values={values}
            onValues={setValues}
            readOnly={readOnly}
          />
        )
      }
      offers={offers}
      own={own}
      noProvider={<NoProvider />}
      versions={(versions.data?.items ?? []).map(
        ({ version_major, version_minor, version_batch }) =>
          `${version_major}.${version_minor}.${version_batch}`,
      )}
    />
  );
}
