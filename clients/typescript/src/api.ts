// Made from openapi.json by scripts/gen-client-types.

/** The reason why a part of a prompt is not rendered. */
export type ProblemKind = "missing_value" | "missing_include" | "cycle" | "too_deep" | "too_long" | "condition" | "template" | "settings" | "no_text";

/** A function that a model may call. Calls are shown and never made. */
export interface Tool {
  /** Its name: letters of ASCII, digits, `_` and `-`. */
  name: string;
  /** Its purpose. */
  description?: string;
  /** The JSON Schema of its arguments. */
  parameters?: Record<string, unknown>;
}

/** A piece of a text. */
export interface FetchedPiece {
  /** Its text. That of a variable is its default, or the variable as it is written. */
  text: string;
  /** The variable whose value takes its place. */
  variable?: string | null;
  /** The address of the image, of the web or a `data:` address, that takes the place of the text where a model takes images. */
  image?: string | null;
}

/** The author of a message. */
export type Role = "system" | "user" | "assistant";

/** A part of a prompt that is not rendered, and why. */
export interface RenderProblem {
  /** The reason. */
  kind: ProblemKind;
  /** The variable, the include or the condition. */
  name: string;
  /** The id of the item. */
  item: string;
  /** The reason in words. */
  message: string;
}

/** Which model answers, and how. What is not set is left to the model, or chosen when the prompt is run. */
export interface Settings {
  /** The name of the model. */
  model?: string | null;
  /** The sampling temperature, from 0 to 2. */
  temperature?: number | null;
  /** The most tokens of an answer. */
  max_tokens?: number | null;
  /** The most tokens that the rendered prompt should have. A longer one is warned of, and runs all the same. */
  token_budget?: number | null;
  /** The JSON Schema of the answer. */
  response_schema?: Record<string, unknown> | null;
  /** The tools that the model may call. */
  tools?: Tool[];
}

/** A message for a model, in pieces. */
export interface MessagePieces {
  role: Role;
  pieces: FetchedPiece[];
}

/** A version: Major.Minor.Patch */
export type VersionNumber = string;

/** A prompt whose variables an application fills in itself. */
export interface FetchedPieces {
  /** Its current name. */
  name: string;
  id: string;
  title: string;
  /** The version of the text. */
  version: VersionNumber;
  /** The label that was asked for. */
  label: string | null;
  /** Whether values do no more than take the places of their variables. If not, conditions, sections or lists decide which text there is: render it with POST. */
  is_fixed: boolean;
  messages: MessagePieces[];
  /** The model and how it answers, as the prompt says. */
  settings: Settings;
  /** What is not rendered, such as a variable without a default. */
  problems: RenderProblem[];
  /** What is left out as the prompt says: modules whose condition is false. */
  remarks: RenderProblem[];
}
