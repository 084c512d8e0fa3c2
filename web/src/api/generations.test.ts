import { expect, test } from "vitest";
import { events } from "./generations";

async function read(...chunks: string[]) {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  const all = [];
  for await (const event of events(stream)) all.push(event);
  return all;
}

test("events are read however they are cut", async () => {
  const whole = 'event: started\ndata: {"id":"a"}\n\n:\n\nevent: progress\ndata: {"characters":7}\n\n';
  const expected = [
    { event: "started", data: { id: "a" } },
    { event: "progress", data: { characters: 7 } },
  ];
  expect(await read(whole)).toEqual(expected);
  expect(await read(...whole)).toEqual(expected);
});

test("text beyond ASCII survives a cut inside a character", async () => {
  const bytes = new TextEncoder().encode('event: done\ndata: {"title":"漢字"}\n\n');
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  const all = [];
  for await (const event of events(stream)) all.push(event);
  expect(all).toEqual([{ event: "done", data: { title: "漢字" } }]);
});

test("half an event is none", async () => {
  expect(await read('event: done\ndata: {"id":')).toEqual([]);
});

test("a connection that breaks in the middle is a server that cannot be reached", async () => {
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new TypeError("network error")),
  });
  await expect(events(stream).next()).rejects.toMatchObject({ code: "offline" });
});
