// The schemas by which the settings are completed and checked while they are written as JSON. The core decides what
// is valid.

import { t } from "@lingui/core/macro";

const types = ["string", "number", "integer", "boolean", "object", "array", "null"];
const schema = { $ref: "#/definitions/schema" };
const count = { type: "integer", minimum: 0 };
const list = { type: "array", items: schema };
const map = { type: "object", additionalProperties: schema };

const described = (description: string, of: object) => ({ ...of, description });

/** JSON Schema itself: the keywords that models take. */
const definitions = {
  schema: {
    type: ["object", "boolean"],
    properties: {
      type: described(t`The kind of the value.`, {
        anyOf: [{ enum: types }, { type: "array", items: { enum: types } }],
      }),
      description: described(t`What the value is for. The model reads it.`, { type: "string" }),
      title: { type: "string" },
      properties: described(t`The fields of an object.`, map),
      required: described(t`The fields that an object must have.`, {
        type: "array",
        items: { type: "string" },
      }),
      additionalProperties: described(t`Whether other fields are allowed, or their schema.`, schema),
      items: described(t`The items of an array.`, schema),
      enum: described(t`The values to choose from.`, { type: "array" }),
      const: described(t`The only value.`, {}),
      format: described(t`A kind of text.`, {
        anyOf: [{ enum: ["date", "date-time", "time", "email", "uri", "uuid"] }, { type: "string" }],
      }),
      pattern: described(t`A regular expression that a text matches.`, { type: "string", format: "regex" }),
      minLength: count,
      maxLength: count,
      minimum: { type: "number" },
      maximum: { type: "number" },
      exclusiveMinimum: { type: "number" },
      exclusiveMaximum: { type: "number" },
      multipleOf: { type: "number", exclusiveMinimum: 0 },
      minItems: count,
      maxItems: count,
      uniqueItems: { type: "boolean" },
      prefixItems: described(t`The first items of an array, one by one.`, list),
      anyOf: described(t`At least one of these.`, list),
      allOf: described(t`All of these.`, list),
      oneOf: described(t`Exactly one of these.`, list),
      not: schema,
      default: {},
      examples: { type: "array" },
      $ref: described(t`A part of the same schema, as #/$defs/name.`, { type: "string" }),
      $defs: described(t`Parts that are used by $ref.`, map),
    },
  },
  tool: {
    type: "object",
    required: ["name"],
    properties: {
      name: described(t`Letters, digits, _ and -.`, { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" }),
      description: described(t`When the model should call it.`, { type: "string" }),
      parameters: described(t`The JSON Schema of its arguments.`, schema),
    },
    defaultSnippets: [
      {
        label: t`A tool`,
        body: {
          name: "$1",
          description: "$2",
          parameters: { type: "object", properties: {}, required: [] },
        },
      },
    ],
  },
};

const tools = { type: "array", items: { $ref: "#/definitions/tool" } };

export const responseSchema = { definitions, ...schema };
export const toolsSchema = { definitions, ...tools };
export const settingsSchema = {
  definitions,
  type: "object",
  properties: {
    model: described(t`The model that is chosen first.`, { type: "string" }),
    temperature: described(t`From 0 to 2.`, { type: ["number", "string"] }),
    max_tokens: described(t`The most tokens of the answer.`, { type: "integer", minimum: 1 }),
    token_budget: described(t`The most tokens of the prompt.`, { type: "integer", minimum: 1 }),
    response_schema: described(t`The JSON Schema of the answer.`, schema),
    tools: described(t`Functions that the model may call.`, tools),
  },
};
