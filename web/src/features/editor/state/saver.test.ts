import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Remote } from "./remote";
import { type Attempt, Saver } from "./saver";

const theirs = { id: "p1", version_batch: 7 } as Partial<Remote> as Remote;

/** A document that is changed or not, and a server whose responses are given one by one. */
function bench(options: { changed?: boolean; interval?: number } = {}) {
  const waiting: ((attempt: Attempt) => void)[] = [];
  const world = { changed: options.changed ?? true, sends: 0 };
  const saver = new Saver<Remote>({
    isChanged: () => world.changed,
    send: () => {
      world.sends += 1;
      return new Promise((resolve) => waiting.push(resolve));
    },
  });
  saver.setInterval(options.interval ?? 0);
  const answer = async (attempt: Attempt) => {
    if (attempt.kind === "saved") world.changed = false;
    waiting.shift()?.(attempt);
    await vi.advanceTimersByTimeAsync(0);
  };
  const type = () => {
    world.changed = true;
    saver.touched();
  };
  const state = () => saver.snapshot().state;
  return { saver, world, answer, type, state };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("saving by hand", () => {
  test("goes from changed over saving to saved", async () => {
    const { saver, answer, type, state } = bench();
    type();
    expect(state()).toBe("dirty");
    const ended = saver.save();
    expect(state()).toBe("saving");
    await answer({ kind: "saved" });
    expect(state()).toBe("saved");
    expect(await ended).toEqual({ kind: "saved" });
  });

  test("what is typed while a save runs counts as changed afterwards", async () => {
    const { saver, world, answer, type, state } = bench();
    type();
    void saver.save();
    await answer({ kind: "saved" });
    type();
    void saver.save();
    world.changed = true;
    const send = answer({ kind: "saved" });
    world.changed = true;
    await send;
    expect(state()).toBe("dirty");
  });

  test("asking again while a save runs sends what came in meanwhile, once", async () => {
    const { saver, world, answer, type } = bench();
    type();
    void saver.save();
    void saver.save();
    const first = answer({ kind: "saved" });
    world.changed = true;
    await first;
    expect(world.sends).toBe(2);
    await answer({ kind: "saved" });
    expect(world.sends).toBe(2);
  });

  test("a refusal shows its reason until something is typed", async () => {
    const { saver, answer, type, state } = bench();
    type();
    void saver.save();
    await answer({ kind: "refused", error: new Error("A title has at most 200 characters.") });
    expect(saver.snapshot()).toMatchObject({
      state: "failed",
      error: { message: "A title has at most 200 characters." },
    });
    type();
    expect(state()).toBe("dirty");
  });

  test("a refusal that was read can be put away", async () => {
    const { saver, answer, type, state } = bench();
    type();
    void saver.save();
    await answer({ kind: "refused", error: new Error("No.") });
    saver.dismiss();
    expect(state()).toBe("dirty");
  });
});

describe("autosave", () => {
  test("saves one interval after the first change, however much is typed", async () => {
    const { world, type } = bench({ interval: 30_000 });
    type();
    await vi.advanceTimersByTimeAsync(20_000);
    type();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(world.sends).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.sends).toBe(1);
  });

  test("is not put off by a page that is drawn all the time", async () => {
    const { saver, world, type } = bench({ interval: 1000 });
    type();
    for (let drawn = 0; drawn < 4; drawn += 1) {
      await vi.advanceTimersByTimeAsync(300);
      saver.setInterval(1000);
    }
    expect(world.sends).toBe(1);
  });

  test.each([
    ["nothing changed", { changed: false, interval: 1000 }],
    ["it is turned off", { changed: true, interval: 0 }],
  ])("does nothing when %s", async (_, options) => {
    const { saver, world } = bench(options);
    saver.touched();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(world.sends).toBe(0);
  });

  test("does nothing when the change was undone before the interval ended", async () => {
    const { saver, world, type, state } = bench({ interval: 1000 });
    type();
    world.changed = false;
    saver.touched();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(world.sends).toBe(0);
    expect(state()).toBe("saved");
  });

  test("waits while a question is open, and goes on when it is answered", async () => {
    const { saver, world, type } = bench({ interval: 1000 });
    saver.hold(true);
    type();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(world.sends).toBe(0);
    saver.hold(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(world.sends).toBe(1);
  });
});

describe("a conflict", () => {
  test("stops every save until it is resolved, then saving goes on", async () => {
    const { saver, world, answer, type, state } = bench({ interval: 1000 });
    type();
    void saver.save();
    await answer({ kind: "conflict", theirs });
    expect(saver.snapshot()).toMatchObject({ state: "conflict", theirs });
    type();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await saver.save()).toEqual({ kind: "conflict", theirs });
    expect(world.sends).toBe(1);

    saver.resolved();
    expect(state()).toBe("dirty");
    await vi.advanceTimersByTimeAsync(1000);
    expect(world.sends).toBe(2);
  });
});

describe("a lost connection", () => {
  test("is tried again after 2, 4, 8 … seconds, at most a minute apart", async () => {
    const { saver, world, answer, type, state } = bench();
    type();
    void saver.save();
    for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
      await answer({ kind: "offline" });
      expect(state()).toBe("offline");
      const before = world.sends;
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(world.sends).toBe(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(world.sends).toBe(before + 1);
    }
  });

  test.each([
    ["a page that is drawn says the interval again", (saver: Saver) => saver.setInterval(1000)],
    ["the interval is changed", (saver: Saver) => saver.setInterval(5000)],
    ["autosave is turned off", (saver: Saver) => saver.setInterval(0)],
    ["a question opens", (saver: Saver) => saver.hold(true)],
    ["a question was answered", (saver: Saver) => saver.hold(false)],
  ])("is tried again also when %s", async (_, happens) => {
    const { saver, world, answer, type } = bench({ interval: 1000 });
    type();
    void saver.save();
    await answer({ kind: "offline" });
    happens(saver);
    await vi.advanceTimersByTimeAsync(2000);
    expect(world.sends).toBe(2);
  });

  test("is tried again at once when the network is back, with all that was typed meanwhile", async () => {
    const { saver, world, answer, type, state } = bench();
    type();
    void saver.save();
    await answer({ kind: "offline" });
    type();
    expect(state()).toBe("offline");
    saver.online();
    expect(world.sends).toBe(2);
    await answer({ kind: "saved" });
    expect(state()).toBe("saved");
  });
});
