/** Prompts from a Promptcase server, kept for the time when it cannot be reached. */
export {
  type AnthropicArguments,
  type AnthropicBlock,
  anthropic,
  type FunctionTool,
  type LangChainArguments,
  langchain,
  type OpenAIArguments,
  type OpenAIMessage,
  openai,
} from "./adapters.js";
export type * from "./api.js";
export type { Bundle, BundledPrompt } from "./bundle.js";
export {
  type At,
  type GetOptions,
  type Message,
  type Problem,
  type Prompt,
  Promptcase,
  type PromptcaseOptions,
  PromptRefused,
  PromptUnavailable,
  type Values,
} from "./client.js";
export type { Content, ContentPart } from "./content.js";
