import type { Tool } from "./api.js";
import type { Message, Prompt } from "./client.js";
import { type Content, textOfContent } from "./content.js";

type Schema = Record<string, unknown>;

/** A function that a model may call, as OpenAI and LangChain take it. */
export interface FunctionTool {
  type: "function";
  function: { name: string; description?: string; parameters?: Schema };
}

/** A message as OpenAI's API takes it: images are said by the user alone. */
export type OpenAIMessage = { role: "user"; content: Content } | { role: "system" | "assistant"; content: string };

/** Arguments of OpenAI's `chat.completions.create`. */
export interface OpenAIArguments {
  messages: OpenAIMessage[];
  model?: string;
  temperature?: number;
  max_completion_tokens?: number;
  response_format?: { type: "json_schema"; json_schema: { name: string; schema: Schema } };
  tools?: FunctionTool[];
}

/** A text or an image as Anthropic's API takes it. */
export type AnthropicBlock = { type: "text"; text: string } | { type: "image"; source: ImageSource };

type ImageSource = { type: "url"; url: string } | { type: "base64"; media_type: ImageType; data: string };
type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** Arguments of Anthropic's `messages.create`, which needs `max_tokens`. */
export interface AnthropicArguments {
  messages: { role: "user" | "assistant"; content: string | AnthropicBlock[] }[];
  system?: string;
  model?: string;
  temperature?: number;
  max_tokens: number;
  tools?: { name: string; description?: string; input_schema: Schema & { type: "object" } }[];
}

/** What LangChain takes. */
export interface LangChainArguments {
  /** For `invoke`. */
  messages: [Message["role"], Content][];
  /** For the constructor of a model, or `initChatModel`. */
  model: { model?: string; temperature?: number; maxTokens?: number };
  /** For `bindTools`. */
  tools?: FunctionTool[];
  /** For `withStructuredOutput`. */
  responseSchema?: Schema;
}

export function openai({ messages, settings }: Prompt): OpenAIArguments {
  const { model, temperature, max_tokens, response_schema: schema, tools } = settings;
  return {
    messages: messages.map(({ role, content }) =>
      role === "user" ? { role, content } : { role, content: textOfContent(content) },
    ),
    ...(model != null && { model }),
    ...(temperature != null && { temperature }),
    ...(max_tokens != null && { max_completion_tokens: max_tokens }),
    ...(schema != null && { response_format: { type: "json_schema", json_schema: { name: "answer", schema } } }),
    ...(tools?.length && { tools: tools.map(functionOf) }),
  };
}

/**
 * System messages become `system`. A prompt of nothing else is said by the user. The schema of the answer is said in
 * `system`, as Promptcase itself does it: not every model has a parameter for it.
 */
export function anthropic({ messages, settings }: Prompt): AnthropicArguments {
  const { model, temperature, max_tokens, response_schema: schema, tools } = settings;
  const said = messages.flatMap(({ role, content }) => (role === "system" ? [] : [{ role, content: blocksOf(content) }]));
  let system = messages.filter(({ role }) => role === "system").map(({ content }) => textOfContent(content));
  if (said.length === 0) {
    said.push({ role: "user", content: system.join("\n\n") });
    system = [];
  }
  if (schema != null) {
    const text = JSON.stringify(schema);
    system.push(`Answer with a single JSON value and nothing else. It must match this JSON Schema:\n\n${text}`);
  }
  return {
    messages: said,
    ...(system.length > 0 && { system: system.join("\n\n") }),
    ...(model != null && { model }),
    ...(temperature != null && { temperature }),
    max_tokens: max_tokens ?? 4096,
    ...(tools?.length && { tools: tools.map(({ parameters, ...tool }) => ({ ...named(tool), input_schema: inputOf(parameters) })) }),
  };
}

/** `new ChatOpenAI(langchain(prompt).model).invoke(langchain(prompt).messages)`, and so with other models. */
export function langchain({ messages, settings }: Prompt): LangChainArguments {
  const { model, temperature, max_tokens, response_schema: schema, tools } = settings;
  return {
    messages: messages.map(({ role, content }) => [role, content]),
    model: {
      ...(model != null && { model }),
      ...(temperature != null && { temperature }),
      ...(max_tokens != null && { maxTokens: max_tokens }),
    },
    ...(tools?.length && { tools: tools.map(functionOf) }),
    // LangChain names the answer by the title.
    ...(schema != null && { responseSchema: { title: "answer", ...schema } }),
  };
}

function blocksOf(content: Content): string | AnthropicBlock[] {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part : { type: "image", source: sourceOf(part.image_url.url) }));
}

function sourceOf(url: string): ImageSource {
  const [, mediaType, data] = /^data:([^;,]+);base64,(.*)$/.exec(url) ?? [];
  if (!mediaType || !data) return { type: "url", url };
  return { type: "base64", media_type: mediaType as ImageType, data };
}

function functionOf(tool: Tool): FunctionTool {
  return { type: "function", function: { ...named(tool), ...(tool.parameters != null && { parameters: tool.parameters }) } };
}

function named({ name, description }: Tool): { name: string; description?: string } {
  return { name, ...(description != null && { description }) };
}

function inputOf(parameters: Schema | undefined): Schema & { type: "object" } {
  return { ...parameters, type: "object" };
}
