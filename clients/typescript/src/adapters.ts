import type { Message, Prompt } from "./client.js";

/** Arguments of OpenAI's `chat.completions.create`. */
export interface OpenAIArguments {
  messages: Message[];
  model?: string;
  temperature?: number;
  max_completion_tokens?: number;
}

/** Arguments of Anthropic's `messages.create`, which needs `max_tokens`. */
export interface AnthropicArguments {
  messages: { role: "user" | "assistant"; content: string }[];
  system?: string;
  model?: string;
  temperature?: number;
  max_tokens: number;
}

export function openai({ messages, settings }: Prompt): OpenAIArguments {
  const { model, temperature, max_tokens } = settings;
  return {
    messages,
    ...(model != null && { model }),
    ...(temperature != null && { temperature }),
    ...(max_tokens != null && { max_completion_tokens: max_tokens }),
  };
}

/** System messages become `system`. A prompt of nothing else is said by the user. */
export function anthropic({ messages, settings }: Prompt): AnthropicArguments {
  const { model, temperature, max_tokens } = settings;
  const said = messages.flatMap(({ role, content }) => (role === "system" ? [] : [{ role, content }]));
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content).join("\n\n");
  const isAlone = said.length === 0;
  return {
    messages: isAlone ? [{ role: "user", content: system }] : said,
    ...(system && !isAlone && { system }),
    ...(model != null && { model }),
    ...(temperature != null && { temperature }),
    max_tokens: max_tokens ?? 4096,
  };
}

/** Messages as LangChain takes them: `model.invoke(langchain(prompt))`. */
export function langchain({ messages }: Prompt): [Message["role"], string][] {
  return messages.map(({ role, content }) => [role, content]);
}
