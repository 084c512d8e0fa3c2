// The two sides of the preview: the prompt as it is written, and the text that a model gets.
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Segmented } from "@/ui/segmented";
import { Preview } from "./preview";

export type PreviewSide = "source" | "rendered";

interface PreviewPanelProps {
  side: PreviewSide;
  onSide: (side: PreviewSide) => void;
  rendered: ReactNode;
}

export function PreviewPanel({ side, onSide, rendered }: PreviewPanelProps) {
  return (
    <>
      <div className="border-b px-5 py-3">
        <Segmented
          label={t`Preview`}
          value={side}
          onChange={onSide}
          options={[
            { value: "source", label: t`Source` },
            { value: "rendered", label: t`Rendered` },
          ]}
        />
      </div>
      {side === "source" ? <Preview /> : rendered}
    </>
  );
}
