import { afterEach, expect, test, vi } from "vitest";
import { type Job, TestRunner } from "./test-runner";

const jobs = (isJudged: boolean): Job[] =>
  Array.from({ length: 20 }, (_, at) => ({
    request: { test_id: `${at}`, values: {}, provider: "openai", model: "gpt-4o-mini" },
    ownKey: null,
    isJudged,
  }));

/** Answers every request alike, and returns the addresses that were asked. */
function answering(status: number, body: string): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string | URL | Request) => {
    asked.push(address instanceof Request ? address.url : String(address));
    return new Response(body, { status, headers: { "content-type": "text/event-stream" } });
  });
  return asked;
}

const done = (...statuses: string[]) => {
  const checks = statuses.map((status) => ({ status, message: "", digest: status }));
  return `event: done\ndata: ${JSON.stringify({ id: "r", provider: "openai", model: "m", checks })}\n\n`;
};

afterEach(() => vi.unstubAllGlobals());

test.each([401, 402, 403, 503])("a failure with %i that all share ends the runs", async (status) => {
  const asked = answering(status, JSON.stringify({ code: "x", message: "No more" }));
  const runner = new TestRunner();
  await runner.run("p", jobs(false), () => {});
  expect(asked.length).toBeLessThanOrEqual(2);
  expect(runner.state()).toMatchObject({ isRunning: false, error: { message: "No more" } });
});

test("a failure of one test leaves the others", async () => {
  const asked = answering(502, JSON.stringify({ code: "x", message: "Refused" }));
  const runner = new TestRunner();
  await runner.run("p", jobs(false), () => {});
  expect(asked).toHaveLength(20);
});

test("a model judges what is open, and no test that failed or has no question", async () => {
  const judged = async (isJudged: boolean, ...statuses: string[]) => {
    const asked = answering(201, done(...statuses));
    await new TestRunner().run("p", jobs(isJudged), () => {});
    return asked.filter((address) => address.endsWith("/judge")).length;
  };
  expect(await judged(true, "passed", "pending")).toBe(20);
  expect(await judged(true, "failed", "pending")).toBe(0);
  expect(await judged(true, "passed")).toBe(0);
  expect(await judged(false, "pending")).toBe(0);
});
