import type { Operation, Schema } from "@/api/openapi-document";
import { Badge } from "@/ui/badge";

export interface Route {
  method: string;
  path: string;
  operation: Operation;
}

const tones = { get: "accent", post: "success", put: "brass", patch: "brass", delete: "danger" } as const;

/** One operation, which expands to its parameters, body and responses. */
export function OperationDetails({
  base,
  route: { method, path, operation },
}: {
  base: string;
  route: Route;
}) {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  return (
    <details className="group">
      <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-ground">
        <Badge
          tone={tones[method as keyof typeof tones] ?? "neutral"}
          className="w-16 justify-center font-mono uppercase"
        >
          {method}
        </Badge>
        <code className="font-mono text-sm wrap-anywhere">
          {base}
          {path}
        </code>
        <span className="ml-auto text-sm text-muted">{operation.summary}</span>
      </summary>
      <div className="space-y-4 border-t px-4 py-4 text-sm">
        {operation.description && <p className="max-w-2xl whitespace-pre-line">{operation.description}</p>}
        <Rows
          title="Parameters"
          rows={(operation.parameters ?? []).map((parameter) => ({
            key: parameter.name,
            name: parameter.name + (parameter.required ? " *" : ""),
            type: `${parameter.in}, ${typeName(parameter.schema)}`,
            text: parameter.description,
          }))}
        />
        {body && (
          <Rows
            title="Body"
            rows={[{ key: "body", name: typeName(body), type: "application/json", text: undefined }]}
          />
        )}
        <Rows
          title="Answers"
          rows={Object.entries(operation.responses).map(([status, response]) => ({
            key: status,
            name: status,
            type: typeName(Object.values(response.content ?? {})[0]?.schema),
            text: response.description,
          }))}
        />
      </div>
    </details>
  );
}

interface Row {
  key: string;
  name: string;
  type: string;
  text: string | undefined;
}

function Rows({ title, rows }: { title: string; rows: Row[] }) {
  if (rows.length === 0) return null;
  return (
    <div>
      <h4 className="font-bold">{title}</h4>
      <dl className="mt-1.5 space-y-1.5">
        {rows.map((row) => (
          <div key={row.key} className="grid gap-x-4 sm:grid-cols-[12rem_14rem_1fr]">
            <dt className="font-mono">{row.name}</dt>
            <dd className="font-mono text-muted wrap-anywhere">{row.type}</dd>
            {row.text && <dd className="text-muted">{row.text}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}

function typeName(schema: Schema | undefined): string {
  if (!schema) return "no body";
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "object";
  if (schema.enum) return schema.enum.map(String).join(" | ");
  if (schema.type === "array") return `${typeName(schema.items)}[]`;
  return schema.format ? `${schema.type} (${schema.format})` : (schema.type ?? "object");
}
