// Composes the tests panel of the editor: the models and versions of the run panel, and the fields of the values.
import type { ComponentProps } from "react";
import { useUser } from "@/api/session";
import type { EditorPanels } from "@/features/editor/panels";
import { VariableField } from "@/features/fill/variable-field";
import { NoProvider } from "@/features/generation/no-provider";
import { anotherColumn, MOST_COLUMNS } from "@/features/runs/columns";
import { TestsPanel } from "@/features/tests/tests-panel";
import { activeOwnKey } from "@/lib/own-keys";
import { useRunInputs } from "./run-inputs";

type Props = ComponentProps<EditorPanels["Tests"]>;

export default function TestsInEditor({ document, promptId, readOnly, saved, flush, onImprove }: Props) {
  const user = useUser();
  const inputs = useRunInputs(document, promptId);
  const { variables, own, columns, setColumns } = inputs;
  const models = inputs.models ?? [];
  const unused = models.find(({ model }) => !columns.some((column) => column.model === model));
  const next = unused ?? models[0];
  return (
    <TestsPanel
      document={document}
      promptId={promptId}
      readOnly={readOnly}
      saved={saved}
      flush={flush}
      variables={variables}
      valueField={(variable, value, onChange) => (
        <VariableField variable={variable} value={value} onChange={onChange} />
      )}
      includes={inputs.includes}
      models={models}
      versions={inputs.versions}
      texts={inputs.texts}
      columns={columns}
      onColumns={setColumns}
      onAddColumn={
        next && columns.length < MOST_COLUMNS
          ? () => setColumns([...columns, anotherColumn(next)])
          : undefined
      }
      ownKey={({ provider }) => (own.has(provider) ? activeOwnKey(user.id, provider) : null)}
      noProvider={inputs.models && <NoProvider />}
      values={inputs.values}
      onImprove={onImprove}
    />
  );
}
