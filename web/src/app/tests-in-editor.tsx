// Composes the tests panel of the editor: the models and versions of the run panel, and the fields of the values.
import { type ComponentProps, useSyncExternalStore } from "react";
import { useUser } from "@/api/session";
import { defaultAiConfig } from "@/core";
import type { EditorPanels } from "@/features/editor/panels";
import { VariableField } from "@/features/fill/variable-field";
import { NoProvider } from "@/features/generation/no-provider";
import { anotherColumn, MOST_COLUMNS, useColumns } from "@/features/runs/columns";
import { useModels } from "@/features/runs/use-runs";
import { TestsPanel } from "@/features/tests/tests-panel";
import { activeOwnKey } from "@/lib/own-keys";
import { useRunInputs } from "./run-inputs";

type Props = ComponentProps<EditorPanels["Tests"]>;

export default function TestsInEditor({ document, promptId, readOnly, saved, flush, onImprove }: Props) {
  const user = useUser();
  const inputs = useRunInputs(document, promptId, flush);
  const { variables, offers, own } = inputs;
  const revision = useSyncExternalStore(document.subscribeCounts, () => document.state().revision);
  const models = useModels(document, revision, offers, own);
  const [columns, setColumns] = useColumns(promptId, models[0] ?? defaultAiConfig());
  const unused = models.find(({ model }) => !columns.some((column) => column.model === model));
  const next = unused ?? models[0];
  return (
    <TestsPanel
      document={document}
      promptId={promptId}
      readOnly={readOnly}
      saved={saved}
      flush={inputs.flush}
      variables={variables}
      valueField={(variable, value, onChange) => (
        <VariableField variable={variable} value={value} onChange={onChange} />
      )}
      includes={inputs.includes}
      models={models}
      versions={inputs.versions}
      columns={columns}
      onColumns={setColumns}
      onAddColumn={
        next && columns.length < MOST_COLUMNS
          ? () => setColumns([...columns, anotherColumn(next)])
          : undefined
      }
      ownKey={({ provider }) => (own.has(provider) ? activeOwnKey(user.id, provider) : null)}
      noProvider={offers.length > 0 && <NoProvider />}
      values={inputs.values}
      onImprove={onImprove}
    />
  );
}
