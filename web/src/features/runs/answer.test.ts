import { afterEach, describe, expect, it, vi } from "vitest";
import type { RunDone } from "@/api/generated/types.gen";
import { Answer } from "./answer";

const request = { values: {}, provider: "openai" as const, model: "gpt-4o-mini" };

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** A server whose stream is written by hand. */
function server() {
  let out: ReadableStreamDefaultController<Uint8Array> | undefined;
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const url = typeof input === "string" ? input : new URL(input.url).pathname;
    asked.push(url);
    if (!url.endsWith("/runs")) return new Response(null, { status: 204 });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        out = controller;
        init?.signal?.addEventListener("abort", () =>
          controller.error(new DOMException("aborted", "AbortError")),
        );
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const send = (name: string, data: unknown) => out?.enqueue(new TextEncoder().encode(event(name, data)));
  return { asked, send };
}

const done = (output: string) => ({ id: "r", output, status: "succeeded" }) as RunDone;

afterEach(() => vi.unstubAllGlobals());

describe("an answer", () => {
  it("is appended to as it arrives, and ends with what the server stored", async () => {
    const { send } = server();
    const answer = new Answer();
    const pieces: string[] = [];
    answer.subscribeText((added) => pieces.push(added));
    const ended = answer.run("p", request, null, "Hi");
    await vi.waitFor(() => send("started", { id: "r", total_cost: 1 }));
    send("text", { text: "Hel" });
    send("text", { text: "lo" });
    await vi.waitFor(() => expect(answer.text()).toBe("Hello"));
    expect(pieces).toEqual(["Hel", "lo"]);
    expect(answer.state()).toMatchObject({ status: "running" });
    send("done", done("Hello"));
    await ended;
    expect(answer.state()).toEqual({ status: "done", run: done("Hello") });
    expect(answer.input()).toBe("Hi");
  });

  it("takes nothing more once it is stopped, and waits for what it cost", async () => {
    const { asked, send } = server();
    const answer = new Answer();
    const ended = answer.run("p", request, null, "Hi");
    await vi.waitFor(() => send("started", { id: "r", total_cost: 1 }));
    send("text", { text: "Hello" });
    await vi.waitFor(() => expect(answer.text()).toBe("Hello"));
    answer.stop();
    expect(answer.state()).toEqual({ status: "stopping" });
    send("text", { text: " again" });
    await vi.waitFor(() => expect(asked).toContain("/api/runs/r/stop"));
    expect(answer.text()).toBe("Hello");
    send("done", done("Hello again"));
    await ended;
    expect(answer.state()).toMatchObject({ status: "done" });
  });

  it("keeps what had arrived when it fails", async () => {
    const { send } = server();
    const answer = new Answer();
    const ended = answer.run("p", request, null, "Hi");
    await vi.waitFor(() => send("started", { id: "r", total_cost: 1 }));
    send("text", { text: "Hel" });
    send("failed", { code: "GENERATION_FAILED", message: "OpenAI's answer broke off." });
    await ended;
    expect(answer.text()).toBe("Hel");
    expect(answer.state()).toMatchObject({
      status: "failed",
      error: { message: "OpenAI's answer broke off." },
    });
  });

  it("is stopped before it began by closing the connection", async () => {
    server();
    const answer = new Answer();
    const ended = answer.run("p", request, null, "Hi");
    answer.stop();
    await ended;
    expect(answer.state()).toEqual({ status: "stopped" });
  });
});
