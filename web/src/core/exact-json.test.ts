import { expect, test } from "vitest";
import { jsonText, numberText, parseJson } from "@/api/exact-json";
import { EditorDocument, newPrompt, type Prompt, parseConfig } from ".";

const exact = (digits: string) => ({ $exact_number: digits });

test.each([
  ["9007199254740993", exact("9007199254740993")],
  ["[-9223372036854775808,1]", [exact("-9223372036854775808"), 1]],
  [
    '{"a":[18446744073709551615,{"b":-9007199254740993}]}',
    { a: [exact("18446744073709551615"), { b: exact("-9007199254740993") }] },
  ],
  [
    '["\\"\\\\",9007199254740993,"9007199254740993\\\\\\""]',
    ['"\\', exact("9007199254740993"), '9007199254740993\\"'],
  ],
  [
    "[9007199254740992,1e+300,1234567890123456,0.1234567890123456]",
    [2 ** 53, 1e300, 1234567890123456, 0.1234567890123456],
  ],
  [
    '{"9007199254740993":"{\\"$exact_number\\":\\"9007199254740993\\"}"}',
    { "9007199254740993": jsonOf(exact("9007199254740993")) },
  ],
])("%s is read, copied and written without rounding", (text, value) => {
  const read = parseJson(text);
  expect(read).toEqual(value);
  expect(jsonText(read)).toBe(text);
  expect(jsonText(JSON.parse(JSON.stringify(structuredClone(read))))).toBe(text);
  expect(parseJson(jsonText(read, 2))).toEqual(value);
});

function jsonOf(value: unknown) {
  return JSON.stringify(value);
}

test("an object that only looks like a number of ours stays one", () => {
  for (const digits of ["1", "9007199254740992", "09007199254740993", "18446744073709551616", "x"]) {
    const text = `{"seed":9007199254740995,"own":{"$exact_number":"${digits}"}}`;
    expect(parseJson(text)).toEqual({ seed: exact("9007199254740995"), own: exact(digits) });
    expect(jsonText(parseJson(text))).toBe(text);
  }
});

test.each(["$exact_number", "$$exact_number", "$$$exact_number"])(
  "an object with the key %s is read, goes through the core and is written as the object it is",
  (key) => {
    for (const digits of ["9007199254740993", "-9007199254740993"]) {
      const text = `{"seed":9007199254740993,"own":[{"${key}":"${digits}"},1]}`;
      const read = parseJson(text);
      expect(read).toEqual({ seed: exact("9007199254740993"), own: [{ [`$${key}`]: digits }, 1] });
      expect(jsonText(read)).toBe(text);
      expect(parseConfig(text)).toEqual(read);
      expect(parseConfig(jsonText(read, 2))).toEqual(read);
      const copy = { ...newPrompt("prompt"), asset_fields: read as Prompt["asset_fields"] };
      expect(EditorDocument.open(copy).prompt().asset_fields).toEqual(read);
    }
  },
);

test("a number is shown as it is written", () => {
  expect([7, -0.5, exact("9007199254740993"), "7", true, null, undefined, [7]].map(numberText)).toEqual([
    "7",
    "-0.5",
    "9007199254740993",
    null,
    null,
    null,
    null,
    null,
  ]);
});

const config = '{"seed":9007199254740993,"ids":[12345678901234567890,-9007199254740993,9007199254740992]}';

/** A prompt as the server sends it. */
function sent(): Prompt {
  const text = JSON.stringify({
    ...newPrompt("prompt"),
    structure_type: "modulized",
    content: { modules: [{ id: "m", order: 0, title: "M", content: "", wrappers: [], config: "*" }] },
  });
  return parseJson(text.replace('"*"', config)) as Prompt;
}

test("a module goes through the document, is copied and comes back with every digit", () => {
  const document = EditorDocument.open(sent());
  const copy = document.duplicate("m") ?? "";
  for (const id of ["m", copy]) expect(jsonText(document.item(id, "module")?.config)).toBe(config);
  const { modules } = document.prompt().content;
  expect(modules?.map((module) => jsonText(module.config))).toEqual([config, config]);
  // What a draft is made of, opened once more.
  const again = EditorDocument.open(structuredClone(document.prompt()));
  expect(jsonText(again.item(copy, "module")?.config)).toBe(config);
  const options = { format: "json", include_metadata: true, include_version_info: true } as const;
  const file = new TextDecoder().decode(again.export(options as never).bytes);
  expect(file.match(/9007199254740993/g)).toHaveLength(4);
  expect(file.match(/12345678901234567890/g)).toHaveLength(2);
});

test("a typed number of 64 bits is taken; one that nothing keeps is refused by name", () => {
  expect(jsonText(parseConfig(config))).toBe(config);
  const document = EditorDocument.open(sent());
  document.apply({ op: "set_config", id: "m", json: '{"seed": 9007199254740995}' });
  expect(jsonText(document.item("m", "module")?.config)).toBe('{"seed":9007199254740995}');
  for (const number of ["18446744073709551616", "0.12345678901234567890", "1e400"])
    expect(() => document.apply({ op: "set_config", id: "m", json: `[${number}]` })).toThrow(
      `The number ${number} cannot be kept as it is: write it in quotes`,
    );
});
