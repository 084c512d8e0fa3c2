import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expectedUserHeader, setExpectedUser } from "./expected-user";
import "./client";
import { createPrompt, getSession } from "./generated/sdk.gen";
import { generate } from "./generations";

const asked: { method: string; name: string | null }[] = [];
let answer = () => Response.json({});
const onOther = vi.fn();

beforeEach(() => {
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const request = new Request(new URL(typeof input === "string" ? input : input.url, location.origin), {
      method: typeof input === "string" ? (init?.method ?? "GET") : input.method,
      headers: (typeof input === "string" ? init?.headers : input.headers) ?? {},
    });
    asked.push({ method: request.method, name: request.headers.get("expected-user") });
    return answer();
  });
  setExpectedUser({ userId: () => "ada", onOther });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  asked.length = 0;
  answer = () => Response.json({});
});

const body = { title: "Review" };
const generation = () =>
  generate({} as Parameters<typeof generate>[0], {
    signal: new AbortController().signal,
    ownKey: null,
    idempotencyKey: "key",
  });

test("what changes something names the account that this page shows, and reading names none", async () => {
  await createPrompt({ body });
  await getSession();
  await generation()
    .next()
    .catch(() => undefined);
  expect(asked).toEqual([
    { method: "POST", name: "ada" },
    { method: "GET", name: null },
    { method: "POST", name: "ada" },
  ]);
});

test("what somebody wrote goes in their name, whoever is here by now; of a visitor nothing is said", async () => {
  await createPrompt({ body, headers: { ...expectedUserHeader("grace") } });
  setExpectedUser({ userId: () => undefined, onOther });
  await createPrompt({ body });
  expect(asked.map(({ name }) => name)).toEqual(["grace", null]);
});

test("only a refusal because of another account is a reason to ask who is signed in", async () => {
  const refuse = (status: number, code: string) => () => Response.json({ code, message: "" }, { status });
  answer = refuse(409, "conflict");
  await createPrompt({ body });
  expect(onOther).not.toHaveBeenCalled();
  answer = refuse(412, "other_user");
  await createPrompt({ body });
  await expect(generation().next()).rejects.toMatchObject({ code: "other_user" });
  expect(onOther).toHaveBeenCalledTimes(2);
});
