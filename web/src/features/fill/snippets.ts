// How an application gets a prompt: its address, and ready-made calls.
import { t } from "@lingui/core/macro";
import type { VariableUse } from "@/core";
import { qualifiedName } from "@/lib/names";

/** What a snippet is about. */
export interface Usage {
  /** The address of the server: https://prompts.example.org. */
  origin: string;
  handle: string;
  slug: string;
  /** A label or a version; none for the newest text. */
  at: { label: string } | { version: string } | null;
  /** Whether a token must be sent. */
  isPrivate: boolean;
  variables: readonly Pick<VariableUse, "name" | "kind" | "schema">[];
}

export interface Snippet {
  id: "curl" | "typescript" | "python" | "cli" | "mcp" | "include";
  label: string;
  text: string;
}

/** `@ada/code-review:production` */
export function nameOf({ handle, slug, at }: Pick<Usage, "handle" | "slug" | "at">): string {
  const name = qualifiedName({ handle, slug });
  if (!at) return name;
  return "label" in at ? `${name}:${at.label}` : `${name}@${at.version}`;
}

/** The address of the rendered messages. */
export function addressOf({ origin, handle, slug, at }: Usage): string {
  const query = !at
    ? ""
    : "label" in at
      ? `?label=${encodeURIComponent(at.label)}`
      : `?version=${at.version}`;
  return `${origin}/api/fetch/${handle}/${encodeURIComponent(slug)}${query}`;
}

export function snippets(usage: Usage): Snippet[] {
  return [
    { id: "curl", label: "curl", text: curl(usage) },
    { id: "typescript", label: "TypeScript", text: typescript(usage) },
    { id: "python", label: t`Python`, text: python(usage) },
    { id: "cli", label: t`Command line`, text: cli(usage) },
    { id: "mcp", label: t`Agent (MCP)`, text: mcp(usage) },
    { id: "include", label: t`Include`, text: `{{> ${nameOf(usage)}}}` },
  ];
}

/** An example value of a variable: its first example, its default, or one of its kind. */
function exampleOf({ name, kind, schema }: Usage["variables"][number]): unknown {
  const { examples, default: standard } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (standard !== undefined) return standard;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  switch (kind) {
    case "number":
      return 1;
    case "yes_no":
      return true;
    case "date":
      return "2026-01-31";
    case "json":
      return {};
    case "messages":
      return [{ role: "user", content: "…" }];
    default:
      return t`your ${name}`;
  }
}

function valuesOf({ variables }: Usage): Record<string, unknown> | null {
  if (variables.length === 0) return null;
  return Object.fromEntries(variables.map((variable) => [variable.name, exampleOf(variable)]));
}

/** A text as one word of a POSIX shell. */
function shell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function curl(usage: Usage): string {
  const lines = [`curl ${shell(addressOf(usage))}`];
  if (usage.isPrivate) lines.push('-H "Authorization: Bearer $PROMPTCASE_TOKEN"');
  const values = valuesOf(usage);
  if (values) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d ${shell(JSON.stringify({ values }))}`);
  }
  return lines.join(" \\\n  ");
}

function typescript(usage: Usage): string {
  const values = valuesOf(usage);
  const token = usage.isPrivate ? `, token: process.env.PROMPTCASE_TOKEN` : "";
  const options = values ? `, {\n  values: ${indented(values)},\n}` : "";
  return [
    'import { Promptcase } from "@promptcase/client";',
    "",
    `const promptcase = new Promptcase({ server: ${JSON.stringify(usage.origin)}${token} });`,
    `const { messages } = await promptcase.get(${JSON.stringify(nameOf(usage))}${options});`,
  ].join("\n");
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");
}

function python(usage: Usage): string {
  const values = valuesOf(usage);
  const token = usage.isPrivate ? `, token=os.environ["PROMPTCASE_TOKEN"]` : "";
  const options = values ? `, values=${literal(values)}` : "";
  return [
    ...(usage.isPrivate ? [`import os`, ""] : []),
    `from promptcase import Promptcase`,
    "",
    `promptcase = Promptcase(${JSON.stringify(usage.origin)}${token})`,
    `prompt = promptcase.get(${JSON.stringify(nameOf(usage))}${options})`,
    "messages = prompt.messages",
  ].join("\n");
}

/** A JSON value as Python writes it. */
function literal(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object") {
    const fields = Object.entries(value as object);
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}: ${literal(field)}`).join(", ")}}`;
  }
  return JSON.stringify(value);
}

function cli(usage: Usage): string {
  const values = Object.entries(valuesOf(usage) ?? {});
  const options = values.map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    // A single @ names a file.
    return `-v ${shell(`${name}=${text.replace(/^@/, "@@")}`)}`;
  });
  return [
    `promptcase fill ${shell(nameOf(usage))} --as messages`,
    ...options,
    `--server ${shell(usage.origin)}`,
  ].join(" \\\n  ");
}

/** The entry of the server in an agent's settings, as most of them write it. */
function mcp({ origin }: Usage): string {
  const server = {
    type: "http",
    url: `${origin}/mcp`,
    headers: { Authorization: `Bearer \${PROMPTCASE_TOKEN}` },
  };
  return JSON.stringify({ mcpServers: { promptcase: server } }, null, 2);
}
