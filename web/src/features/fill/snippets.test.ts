/// <reference types="node" />
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { addressOf, nameOf, snippets, type Usage } from "./snippets";

const usage: Usage = {
  origin: "https://prompts.example.org",
  handle: "ada",
  slug: "größe",
  at: { label: "production" },
  isPrivate: true,
  variables: [
    { name: "it's", kind: "text", schema: { examples: [`a "b" 'c' $(d) \\ \n`] } },
    { name: "n", kind: "number", schema: {} },
    { name: "ok", kind: "yes_no", schema: { default: false } },
    { name: "x", kind: "json", schema: { examples: [{ a: [null, true] }] } },
  ],
};
const values = { "it's": `a "b" 'c' $(d) \\ \n`, n: 1, ok: false, x: { a: [null, true] } };

function text(id: string, of: Usage = usage): string {
  return snippets(of).find((one) => one.id === id)?.text ?? "";
}

describe("snippets", () => {
  it("name the prompt at its label or version", () => {
    expect(nameOf(usage)).toBe("@ada/größe:production");
    expect(nameOf({ ...usage, at: { version: "1.2.0" } })).toBe("@ada/größe@1.2.0");
    expect(addressOf(usage)).toBe(
      "https://prompts.example.org/api/fetch/ada/gr%C3%B6%C3%9Fe?label=production",
    );
    expect(addressOf({ ...usage, at: null })).not.toContain("?");
  });

  it("give curl the values as they are", () => {
    const words = execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }; ${text("curl")}`], {
      env: { PROMPTCASE_TOKEN: "t" },
    });
    const [address, , token, , , , body] = words.toString().split("\0");
    expect(address).toBe(addressOf(usage));
    expect(token).toBe("Authorization: Bearer t");
    expect(JSON.parse(body ?? "")).toEqual({ values });
  });

  it("give the command line the values as they are", () => {
    const words = execFileSync("sh", ["-c", `promptcase() { printf '%s\\0' "$@"; }; ${text("cli")}`]);
    const given = words.toString().split("\0");
    expect(given.slice(0, 2)).toEqual(["fill", "@ada/größe:production"]);
    expect(given).toContain(`it's=a "b" 'c' $(d) \\ \n`);
    expect(given).toContain('x={"a":[null,true]}');
    expect(given.slice(-3, -1)).toEqual(["--server", "https://prompts.example.org"]);
  });

  it("never make the command line read a file", () => {
    const at = (value: string) => {
      const variable = { name: "who", kind: "text" as const, schema: { default: value } };
      const call = text("cli", { ...usage, variables: [variable] });
      const words = execFileSync("sh", ["-c", `promptcase() { printf '%s\\0' "$@"; }; ${call}`]);
      return words.toString().split("\0")[5];
    };
    expect(at("@sf.txt")).toBe("who=@@sf.txt");
    expect(at("@@ada")).toBe("who=@@@ada");
    expect(at("ada@example.org")).toBe("who=ada@example.org");
  });

  it("are programs that ask for the messages", async () => {
    const asked: unknown[] = [];
    class Promptcase {
      constructor(options: unknown) {
        asked.push(options);
      }
      async get(...options: unknown[]) {
        asked.push(options);
        return { messages: ["m"] };
      }
    }
    const Async = Object.getPrototypeOf(async () => {}).constructor;
    const program = text("typescript").replace(/^import .*\n/, "");
    const run = new Async("Promptcase", "process", `${program}\nreturn messages;`);
    expect(await run(Promptcase, { env: { PROMPTCASE_TOKEN: "t" } })).toEqual(["m"]);
    expect(asked).toEqual([
      { server: "https://prompts.example.org", token: "t" },
      ["@ada/größe:production", { values }],
    ]);

    const python = `import sys, json, types
class Promptcase:
    def __init__(self, *options, **named): self.options = [options, named]
    def get(self, *options, **named):
        print(json.dumps([*self.options, options, named], ensure_ascii=True))
        return types.SimpleNamespace(messages=["m"])
sys.modules["promptcase"] = types.SimpleNamespace(Promptcase=Promptcase)
${text("python")}
assert messages == ["m"]`;
    const printed = execFileSync("python3", ["-c", python], { env: { PROMPTCASE_TOKEN: "t" } });
    expect(JSON.parse(printed.toString())).toEqual([
      ["https://prompts.example.org"],
      { token: "t" },
      ["@ada/größe:production"],
      { values },
    ]);
  });

  it("name the server to an agent", () => {
    expect(JSON.parse(text("mcp")).mcpServers.promptcase).toEqual({
      type: "http",
      url: "https://prompts.example.org/mcp",
      headers: { Authorization: `Bearer \${PROMPTCASE_TOKEN}` },
    });
  });

  it("send nothing for a public prompt without variables", () => {
    const open: Usage = { ...usage, isPrivate: false, variables: [], at: null };
    expect(text("curl", open)).toBe("curl https://prompts.example.org/api/fetch/ada/gr%C3%B6%C3%9Fe");
    expect(text("typescript", open)).not.toContain("token");
    expect(text("python", open)).toContain('promptcase.get("@ada/größe")');
    expect(text("include", open)).toBe("{{> @ada/größe}}");
  });
});
