import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Prompt } from "@/core";
import type { Draft } from "./draft";
import { DRAFT_DELAY_MS, DraftWriter } from "./draft-writer";
import {
  bringBackDraft,
  deleteDraft,
  deleteDraftsOf,
  discardDraft,
  findAbandonedDraft as findDraft,
  findNewDraft,
  findNewDrafts,
  leaveDraft,
  setAside,
  takeOver,
  writeDraft,
} from "./drafts";
import { writeUnloadBackup } from "./unload-backup";

const findAbandonedDraft = (userId: string, promptId: string) =>
  findDraft<Prompt>(userId, "prompt", promptId);

const prompt = { title: "Review", content: {} } as Prompt;

const draft = (change: Partial<Draft<Prompt>>): Draft<Prompt> => ({
  id: "draft-1",
  editor: null,
  user_id: "ada",
  kind: "prompt",
  record_id: "p1",
  text: prompt,
  base: prompt,
  base_version: "1.0.0",
  written_at: 1,
  ...change,
});

describe("drafts in the browser's database", () => {
  const write = (value: Draft<Prompt>) => writeDraft(value, value.editor ?? "");
  afterEach(async () => {
    vi.unstubAllGlobals();
    for (const user of ["ada", "adam", "bob"]) await deleteDraftsOf(user);
  });

  test("the newest one of this user and prompt is found", async () => {
    await write(draft({ id: "a", written_at: 1 }));
    await write(draft({ id: "b", written_at: 3 }));
    await write(draft({ id: "c", written_at: 2 }));
    await write(draft({ id: "d", written_at: 9, record_id: "p2" }));
    await write(draft({ id: "e", written_at: 9, user_id: "bob" }));
    expect((await findAbandonedDraft("ada", "p1"))?.id).toBe("b");
    expect((await findAbandonedDraft("ada", ""))?.id).toBeUndefined();
  });

  describe("what was said when a page was left", () => {
    const said = (change: Partial<Draft<Prompt>>) =>
      writeUnloadBackup({ ...draft({ id: "a", written_at: 2, ...change }), editor: "editor-a" });

    test.each([
      ["where nothing was written before", []],
      ["where something older was", [draft({ id: "a", editor: "editor-a", written_at: 1 })]],
    ])("is found like any draft, once: %s", async (_, before) => {
      for (const written of before) await write(written);
      said({ text: { ...prompt, title: "to the end" } });
      expect((await findAbandonedDraft("ada", "p1"))?.text.title).toBe("to the end");
      await deleteDraft("a", "editor-a");
      expect(await findAbandonedDraft("ada", "p1")).toBeNull();
    });

    test("is found as a prompt that was never saved", async () => {
      said({ record_id: "" });
      expect((await findNewDraft("ada", "a"))?.id).toBe("a");
      expect(await findNewDrafts("ada")).toHaveLength(1);
    });

    test("gives way to what the editor wrote after it", async () => {
      await write(draft({ id: "a", editor: "editor-a", written_at: 3 }));
      said({ text: { ...prompt, title: "too early" } });
      expect((await findAbandonedDraft("ada", "p1"))?.written_at).toBe(3);
    });

    test("stands beside the draft of whoever took that over", async () => {
      await write(draft({ id: "a", editor: "editor-b", written_at: 3 }));
      said({});
      await findAbandonedDraft("ada", "p1");
      await deleteDraft("a", "editor-b");
      expect((await findAbandonedDraft("ada", "p1"))?.id).toBe("editor-a");
    });

    test("is forgotten with the account, that of others is not", async () => {
      said({});
      await deleteDraftsOf("bob");
      await deleteDraftsOf("adam");
      expect(localStorage).toHaveLength(1);
      await deleteDraftsOf("ada");
      expect(localStorage).toHaveLength(0);
    });
  });

  test("one whose editor is open in another tab is left alone", async () => {
    await write(draft({ id: "a", written_at: 1 }));
    await write(draft({ id: "b", written_at: 3, editor: "editor-b" }));
    const held = [{ name: "promptcase-draft:editor-b" }];
    vi.stubGlobal("navigator", { locks: { query: async () => ({ held }) } });
    expect((await findAbandonedDraft("ada", "p1"))?.id).toBe("a");
  });

  test("drafts of prompts and of components are kept apart", async () => {
    await write(draft({ id: "a" }));
    await write(draft({ id: "b", kind: "component" }));
    expect((await findAbandonedDraft("ada", "p1"))?.id).toBe("a");
    expect((await findDraft("ada", "component", "p1"))?.id).toBe("b");
    expect(await findDraft("ada", "component", "p2")).toBeNull();
  });

  test("all that were never saved are found, the newest first, but for those that somebody writes", async () => {
    await write(draft({ id: "a", record_id: "", written_at: 1 }));
    await write(draft({ id: "b", record_id: "", written_at: 3 }));
    await write(draft({ id: "c", record_id: "", written_at: 2, editor: "alive" }));
    await write(draft({ id: "d", written_at: 9 }));
    await write(draft({ id: "e", written_at: 9, record_id: "", user_id: "bob" }));
    const held = [{ name: "promptcase-draft:alive" }];
    vi.stubGlobal("navigator", { locks: { query: async () => ({ held }) } });
    expect((await findNewDrafts("ada")).map(({ id }) => id)).toEqual(["b", "a"]);
  });

  test("those of a prompt that is gone are offered as never saved, but for those that somebody writes", async () => {
    const text: Prompt = { ...prompt, prompt_type: "prompt" };
    await write(draft({ id: "a", written_at: 2, text, unanswered: text }));
    await write(draft({ id: "b", editor: "alive" }));
    await write(draft({ id: "c", record_id: "p2" }));
    const held = [{ name: "promptcase-draft:alive" }];
    vi.stubGlobal("navigator", { locks: { query: async () => ({ held }) } });
    await setAside("ada", "p1");
    const [aside, ...others] = await findNewDrafts("ada");
    expect(others).toEqual([]);
    expect(aside).toMatchObject({ text, editor: null, record_id: "", written_at: 2 });
    expect(aside).not.toHaveProperty("unanswered");
    expect(await findAbandonedDraft("ada", "p1")).toBeNull();
    expect((await findAbandonedDraft("ada", "p2"))?.id).toBe("c");
  });

  test("one that two find at the same moment is taken over by one of them", async () => {
    await write(draft({ record_id: "" }));
    const find = () => findNewDraft("ada", "draft-1") as Promise<Draft<Prompt>>;
    const [here, there] = [await find(), await find()];
    const taken = await Promise.all([takeOver(here, "here"), takeOver(there, "there")]);
    expect(taken.filter((draft) => draft !== null)).toHaveLength(1);
  });

  test("one that was found is discarded, unless somebody goes on with it meanwhile", async () => {
    for (const [meanwhile, left] of [
      [async () => {}, null],
      [(found: Draft<Prompt>) => takeOver(found, "elsewhere"), "draft-1"],
    ] as const) {
      await write(draft({}));
      const found = (await findAbandonedDraft("ada", "p1")) as Draft<Prompt>;
      await meanwhile(found);
      expect((await discardDraft(found))?.id ?? null).toBe(left === null ? "draft-1" : null);
      await leaveDraft("draft-1", "elsewhere");
      expect((await findAbandonedDraft("ada", "p1"))?.id ?? null).toBe(left);
    }
  });

  test("one that was discarded comes back, beside what an editor wrote under its name that lived after all", async () => {
    const slow = draft({ editor: "slow", record_id: "" });
    for (const [meanwhile, all] of [
      [async () => {}, ["found"]],
      [
        () => write({ ...slow, text: { ...prompt, title: "typed since" }, written_at: 2 }),
        ["typed since", "found"],
      ],
    ] as const) {
      await write({ ...slow, text: { ...prompt, title: "found" } });
      const [found] = await findNewDrafts("ada");
      const discarded = (await discardDraft(found as Draft<Prompt>)) as Draft<Prompt>;
      expect(await findNewDrafts("ada")).toEqual([]);
      await meanwhile();
      await bringBackDraft(discarded);
      expect((await findNewDrafts("ada")).map(({ text }) => text.title)).toEqual(all);
      await deleteDraftsOf("ada");
    }
  });

  test("an editor that was wrongly taken for dead writes beside its draft, and loses nothing", async () => {
    const slow = draft({ editor: "slow", text: { ...prompt, title: "slow" } });
    await write(slow);
    const taken = (await takeOver(slow, "fast")) as Draft<Prompt>;
    await write({ ...taken, text: { ...prompt, title: "fast" }, written_at: 2 });
    await write({ ...slow, written_at: 3 });
    const texts = async () => {
      await leaveDraft("draft-1", "fast");
      await leaveDraft("draft-1", "slow");
      const found: string[] = [];
      for (let next = await findAbandonedDraft("ada", "p1"); next; ) {
        found.push(next.text.title);
        await discardDraft(next);
        next = await findAbandonedDraft("ada", "p1");
      }
      return found;
    };
    expect(await texts()).toEqual(["slow", "fast"]);

    // A save of the slow editor must not delete the draft from the editor that took it over.
    await write(slow);
    await takeOver(slow, "fast");
    await write({ ...slow, written_at: 3 });
    await deleteDraft("draft-1", "slow");
    expect(await texts()).toHaveLength(1);
  });

  test("all of a user's go at once, and nobody else's", async () => {
    await write(draft({ id: "a" }));
    await write(draft({ id: "b", record_id: "" }));
    await write(draft({ id: "c", user_id: "adam" }));
    await deleteDraftsOf("ada");
    expect(await findAbandonedDraft("ada", "p1")).toBeNull();
    expect(await findAbandonedDraft("ada", "")).toBeNull();
    expect((await findAbandonedDraft("adam", "p1"))?.id).toBe("c");
  });
});

describe("writing a draft", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function bench() {
    const world = { changed: true, log: [] as string[], fail: false };
    const writer = new DraftWriter({
      isChanged: () => world.changed,
      write: async () => {
        if (world.fail) throw new Error("The disk is full.");
        world.log.push("write");
      },
      remove: async () => void world.log.push("remove"),
      report: (error) => void (error && world.log.push(error.message)),
    });
    return { writer, world };
  }

  test("many keys within the delay are one write", async () => {
    const { writer, world } = bench();
    for (let key = 0; key < 10; key += 1) {
      writer.touched();
      await vi.advanceTimersByTimeAsync(DRAFT_DELAY_MS / 20);
    }
    expect(world.log).toEqual([]);
    await vi.advanceTimersByTimeAsync(DRAFT_DELAY_MS);
    expect(world.log).toEqual(["write"]);
  });

  test("steady typing is written all the time, never later than the delay", async () => {
    const { writer, world } = bench();
    for (let key = 0; key < 40; key += 1) {
      writer.touched();
      await vi.advanceTimersByTimeAsync(DRAFT_DELAY_MS / 4);
    }
    expect(world.log.length).toBeGreaterThanOrEqual(7);
  });

  test("a page that goes away writes at once", async () => {
    const { writer, world } = bench();
    writer.touched();
    await writer.flush();
    expect(world.log).toEqual(["write"]);
  });

  test("the draft is removed once everything is saved, and not before it existed", async () => {
    const { writer, world } = bench();
    world.changed = false;
    await writer.flush();
    expect(world.log).toEqual([]);
    world.changed = true;
    await writer.flush();
    world.changed = false;
    await writer.flush();
    expect(world.log).toEqual(["write", "remove"]);
  });

  test("a browser that refuses is reported and tried again", async () => {
    const { writer, world } = bench();
    world.fail = true;
    await writer.flush();
    world.fail = false;
    await writer.flush();
    expect(world.log).toEqual(["The disk is full.", "write"]);
  });
});
