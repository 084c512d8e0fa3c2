// What the run panel and the tests panel of the editor need of other features: values, providers, versions.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { listVersionsOptions } from "@/api/generated/@tanstack/react-query.gen";
import { defaultAiConfig, type EditorDocument } from "@/core";
import { useIncludes } from "@/features/fill/includes";
import { useValues } from "@/features/fill/values";
import { useProviders } from "@/features/generation/providers";
import { useColumns } from "@/features/runs/columns";
import { useModels } from "@/features/runs/use-runs";
import { useVersionTexts } from "./version-texts";

export function useRunInputs(document: EditorDocument, promptId: string | null) {
  const [values, setValues] = useValues(promptId);
  const includes = useIncludes(document, promptId);
  const { offers, own } = useProviders();
  const revision = useSyncExternalStore(document.subscribeCounts, () => document.state().revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for the text of the document.
  const variables = useMemo(() => document.variables(includes), [document, revision, includes]);
  const models = useModels(document, revision, offers, own);
  const [columns, setColumns] = useColumns(promptId, models[0] ?? defaultAiConfig());
  const texts = useVersionTexts(promptId, columns);
  const versions = useQuery({
    ...listVersionsOptions({ path: { id: promptId ?? "" }, query: { named: true, limit: 100 } }),
    enabled: promptId !== null,
  });
  return {
    values,
    setValues,
    includes,
    /** The models that can answer; null until they are loaded. */
    models: offers.length > 0 ? models : null,
    own,
    columns,
    setColumns,
    texts,
    variables,
    /** The numbers of the versions, newest first. */
    versions: (versions.data?.items ?? []).map(
      ({ version_major, version_minor, version_batch }) =>
        `${version_major}.${version_minor}.${version_batch}`,
    ),
  };
}
