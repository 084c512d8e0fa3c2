import { plural } from "@lingui/core/macro";
import type { Diagnostic } from "@/core";
import { Alert } from "@/ui/alert";

/** The parts of the prompt that the format cannot represent exactly. */
export function Warnings({ list }: { list: readonly Diagnostic[] }) {
  if (list.length === 0) return null;
  return (
    <Alert tone="warning" title={plural(list.length, { one: "# note", other: "# notes" })}>
      <ul className="flex max-h-32 list-disc flex-col gap-1 overflow-y-auto pl-4">
        {list.map((warning) => (
          <li key={`${warning.code} ${warning.place} ${warning.message}`}>
            {warning.message}.{warning.hint && <span className="text-muted"> {warning.hint}.</span>}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
