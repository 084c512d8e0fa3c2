// Composes the run panel of the editor: the form of the values, the providers, and the versions of the prompt.
import { t } from "@lingui/core/macro";
import { type ComponentProps, useMemo } from "react";
import type { EditorPanels } from "@/features/editor/panels";
import { useCopyFormat } from "@/features/fill/values";
import { VariableList } from "@/features/fill/variable-list";
import { NoProvider } from "@/features/generation/no-provider";
import { RunPanel } from "@/features/runs/run-panel";
import { addTest } from "@/features/tests/tests";
import { CopyButton } from "@/ui/copy-button";
import { toast } from "@/ui/toast";
import { useRunInputs } from "./run-inputs";
import { useVersionVariables } from "./version-texts";

type Props = ComponentProps<EditorPanels["Run"]>;

export default function RunInEditor({ document, promptId, readOnly, flush, asked, onTests }: Props) {
  const inputs = useRunInputs(document, promptId);
  const { values, setValues, includes, texts } = inputs;
  const older = useVersionVariables(texts, inputs.variables);
  const variables = useMemo(() => [...inputs.variables, ...older], [inputs.variables, older]);
  const [format] = useCopyFormat();
  return (
    <RunPanel
      document={document}
      promptId={promptId}
      readOnly={readOnly}
      asked={asked}
      flush={flush}
      values={values}
      onValues={setValues}
      onTest={(tested) => {
        addTest(document, tested);
        const action = { label: t`Open the tests`, onClick: onTests };
        toast.success(t`Added to the tests`, { description: t`Add checks to it.`, action });
      }}
      includes={includes}
      fill={
        variables.length > 0 && (
          <VariableList
            document={document}
            variables={variables}
            older={older}
            values={values}
            onValues={setValues}
            readOnly={readOnly}
          />
        )
      }
      copy={
        <CopyButton
          text={async () => {
            await document.ready(includes);
            return document.renderedCopy(values, includes, format);
          }}
          title={t`Copy the text that a model gets`}
        />
      }
      models={inputs.models}
      own={inputs.own}
      columns={inputs.columns}
      onColumns={inputs.setColumns}
      noProvider={<NoProvider />}
      versions={inputs.versions}
      texts={texts}
    />
  );
}
