import "fake-indexeddb/auto";
import { openDB } from "idb";
import { afterEach, describe, expect, test } from "vitest";
import type { StoredPrompt } from "@/api/generated/types.gen";
import { type EditorDocument, newPrompt, type Prompt } from "@/core";
import { acquirePresence, type TabPresence } from "@/lib/tab-presence";
import type { PromptSession } from "../queries";
import type { Draft } from "./draft";
import { deleteDraftsOf, findAbandonedDraft, takeOver } from "./drafts";
import { EditorSession } from "./editor-session";
import { remotePrompt, TestServer, version } from "./test-server";

const sessions: PromptSession[] = [];

/** Opens the prompt with the draft of a lost editor, or of an active one that counts as inactive. */
async function open(
  server: TestServer,
  userId = "ada",
  takenForDead?: { session: PromptSession; editor: TabPresence },
) {
  const editor = await acquirePresence();
  const found = takenForDead
    ? ({ id: takenForDead.session.draftId, editor: takenForDead.editor.id } as Draft<Prompt>)
    : await findAbandonedDraft<Prompt>(userId, "prompt", server.remote?.id ?? "");
  const draft = found && (await takeOver(found, editor.id));
  const session = new EditorSession<Prompt, StoredPrompt, EditorDocument>({
    userId,
    store: server,
    remote: server.remote,
    blank: newPrompt("prompt"),
    draft,
    editor,
    onCreated: () => {},
    onSaved: () => {},
  });
  sessions.push(session);
  const type = (text: string) => session.document.splice("s", "content", { start: 0, end: 0, text });
  const content = () => session.document.item("s", "segment")?.content;
  return { session, editor, type, content, state: () => session.saver.snapshot().state };
}

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
  await deleteDraftsOf("ada");
});

describe("saving", () => {
  test("what was typed while a save ran stays and counts as changed", async () => {
    const server = new TestServer(remotePrompt("one", "1.0.0", 0));
    const { session, type, content, state } = await open(server);
    type("A");
    const saving = session.saver.save();
    type("B");
    await saving;
    expect(content()).toBe("BAone");
    expect(state()).toBe("dirty");
    expect(session.document.saved().content.segments?.[0]?.content).toBe("Aone");
    await session.saver.save();
    expect([server.saves, state()]).toEqual([2, "saved"]);
    expect(session.document.details().version_batch).toBe(2);
  });

  test("typing a letter and taking it away again leaves nothing to save", async () => {
    const { session, type, state } = await open(new TestServer(remotePrompt("one", "1.0.0", 0)));
    type("A");
    expect(state()).toBe("dirty");
    session.document.splice("s", "content", { start: 0, end: 1, text: "" });
    expect(state()).toBe("saved");
  });

  test("a save whose answer was lost is no conflict with oneself", async () => {
    const server = new TestServer(remotePrompt("one", "1.0.0", 0));
    const { session, type, state } = await open(server);
    type("A");
    server.mode = "loses the answer";
    await session.saver.save();
    expect(state()).toBe("offline");
    server.mode = "up";
    type("B");
    await session.saver.save();
    expect(state()).toBe("saved");
    expect(server.remote?.content.segments?.[0]?.content).toBe("BAone");
  });
});

test("a prompt that was made public elsewhere stays public when its text is saved here", async () => {
  const server = new TestServer(remotePrompt("one", "1.0.0", 0));
  const { session, type, state } = await open(server);
  server.remote = { ...(server.remote as StoredPrompt), is_public: true };
  type("A");
  await session.saver.save();
  expect([server.remote.is_public, state()]).toEqual([true, "saved"]);
  expect(session.document.details().is_public).toBe(true);
  session.document.apply({ op: "set_public", is_public: false });
  await session.saver.save();
  expect(server.remote.is_public).toBe(false);
});

test("who sees a prompt stays as it was last said, whichever answer was lost", async () => {
  const server = new TestServer(remotePrompt("one", "1.0.0", 0));
  const { session, state } = await open(server);
  session.document.apply({ op: "set_public", is_public: true });
  server.mode = "loses the answer";
  await session.saver.save();
  server.mode = "up";
  session.document.apply({ op: "set_public", is_public: false });
  session.document.apply({ op: "set_title", title: "Private" });
  await session.saver.save();
  expect([server.remote?.is_public, session.document.details().is_public, state()]).toEqual([
    false,
    false,
    "saved",
  ]);
});

test("who sees a prompt stays as it was last said when the save before that is found on the server", async () => {
  const server = new TestServer(remotePrompt("one", "1.0.0", 0));
  const { session, state } = await open(server);
  session.document.apply({ op: "set_public", is_public: true });
  server.mode = "down";
  await session.saver.save();
  session.document.apply({ op: "set_public", is_public: false });
  server.mode = "up";
  // It had arrived; visibility has no version.
  session.serverHas(server.seenBy(true));
  expect(session.document.details().is_public).toBe(false);
  await session.saver.save();
  expect([server.remote?.is_public, state()]).toEqual([false, "saved"]);
});

describe("a prompt that was hidden elsewhere", () => {
  const shown = () => new TestServer({ ...remotePrompt("one", "1.0.0", 0), is_public: true });

  test("stays hidden when the draft of a lost editor is kept and saved, or undone", async () => {
    const server = shown();
    const dying = await open(server);
    dying.type("lost ");
    await dying.session.close();
    server.seenBy(false);
    const { session, content, state } = await open(server);
    expect(session.document.details().is_public).toBe(false);
    session.keepDraft();
    await session.saver.save();
    expect([content(), server.remote?.is_public, state()]).toEqual(["lost one", false, "saved"]);
    session.document.undo();
    await session.saver.save();
    expect([content(), server.remote?.is_public]).toEqual(["one", false]);
  });

  test("stays hidden when a version is made in an editor that did not hear of it", async () => {
    const server = shown();
    const { session, type, state } = await open(server);
    session.rebase({ ...server.seenBy(false), version_minor: 1 });
    expect([session.document.details().is_public, state()]).toEqual([false, "saved"]);
    type("more ");
    server.remote = session.remote;
    await session.saver.save();
    expect(server.remote?.is_public).toBe(false);
  });

  for (const [name, settle] of [
    ["taking theirs and undoing that", "adopt"],
    ["keeping mine", "keepMine"],
  ] as const) {
    test(`stays hidden after a conflict that is settled by ${name}`, async () => {
      const server = shown();
      const { session, type, content, state } = await open(server);
      type("mine ");
      server.elsewhere({ content: remotePrompt("theirs", "1.0.1", 1).content, is_public: false });
      await session.saver.save();
      expect(state()).toBe("conflict");
      await session[settle](session.saver.snapshot().theirs as StoredPrompt);
      if (settle === "adopt") session.document.undo();
      await session.saver.save();
      expect([content(), server.remote?.is_public, state()]).toEqual(["mine one", false, "saved"]);
    });
  }

  test("is shown again by a draft in which that was done", async () => {
    const server = new TestServer(remotePrompt("one", "1.0.0", 0));
    const dying = await open(server);
    dying.session.document.apply({ op: "set_public", is_public: true });
    await dying.session.close();
    server.seenBy(false);
    const { session } = await open(server);
    session.keepDraft();
    await session.saver.save();
    expect(server.remote?.is_public).toBe(true);
  });

  test("is hidden here too, without a word, and whatever is undone", async () => {
    const server = shown();
    const { session, type, content, state } = await open(server);
    session.document.apply({ op: "set_public", is_public: false });
    session.document.apply({ op: "set_public", is_public: true });
    type("mine ");
    const remote = server.seenBy(false);
    session.serverHas(remote);
    expect([session.snapshot().newer, session.remote]).toEqual([null, remote]);
    expect(session.document.details().is_public).toBe(false);
    await session.saver.save();
    expect([server.remote?.content.segments?.[0]?.content, state()]).toEqual(["mine one", "saved"]);
    while (session.document.undo()) expect(session.document.details().is_public).toBe(false);
    expect(content()).toBe("one");
    await session.saver.save();
    expect(server.remote?.is_public).toBe(false);
  });

  test("is hidden here too by the answer to a save, and whatever is undone", async () => {
    const server = shown();
    const { session, type } = await open(server);
    type("mine ");
    server.seenBy(false);
    await session.saver.save();
    expect(session.document.details().is_public).toBe(false);
    session.document.undo();
    await session.saver.save();
    expect([server.remote?.content.segments?.[0]?.content, server.remote?.is_public]).toEqual(["one", false]);
  });
});

test("the draft holds what is under way before the server hears of it", async () => {
  const server = new TestServer(remotePrompt("one", "1.0.0", 0));
  const { session, type } = await open(server);
  const drafts: Draft<Prompt>[] = [];
  server.onSave = async () => {
    const database = await openDB("promptcase");
    drafts.push(...(await database.getAll("drafts")));
    database.close();
  };
  type("A");
  await session.saver.save();
  type("B");
  await session.saver.save();
  const text = (prompt?: Prompt) => prompt?.content.segments?.[0]?.content;
  expect(drafts.map(({ base, unanswered }) => [text(base), text(unanswered)])).toEqual([
    ["one", "Aone"],
    ["Aone", "BAone"],
  ]);
});

test("what is written in a prompt that was deleted goes on as a new one", async () => {
  const server = new TestServer(remotePrompt("one", "1.0.3", 0));
  const { session, type, content, state } = await open(server);
  type("A");
  server.remote = null;
  expect((await session.saver.save()).kind).toBe("refused");
  expect(await session.saveAsNew()).toEqual({ kind: "saved" });
  expect([server.created, content(), state()]).toEqual([1, "Aone", "saved"]);
  type("B");
  await session.saver.save();
  expect(server.created).toBe(1);
  expect(session.remote?.content.segments?.[0]?.content).toBe("BAone");
});

describe("a new prompt whose first save got no answer", () => {
  const write = ({ session }: Awaited<ReturnType<typeof open>>, text: string) =>
    session.document.apply({
      op: "set_prompt",
      prompt: remotePrompt(text, "1.0.0", 0) as unknown as Prompt,
    });
  const text = (server: TestServer) => server.remote?.content.segments?.[0]?.content;

  for (const mode of ["down", "loses the answer"] as const) {
    test(`is created once, with what was typed since, when the server was: ${mode}`, async () => {
      const server = new TestServer(null);
      const opened = await open(server);
      write(opened, "one");
      server.mode = mode;
      await opened.session.saver.save();
      expect(opened.state()).toBe("offline");
      write(opened, "one two");
      server.mode = "up";
      await opened.session.saver.save();
      expect([opened.state(), text(server), server.created]).toEqual(["saved", "one two", 1]);
    });

    for (const then of ["knows nobody", "knows another"] as const) {
      test(`is created once when the server, which was: ${mode}, then ${then}`, async () => {
        const server = new TestServer(null);
        const opened = await open(server);
        write(opened, "one");
        server.mode = mode;
        await opened.session.saver.save();
        write(opened, "one two");
        server.mode = then;
        await opened.session.saver.save();
        expect(opened.state()).toBe("failed");
        server.mode = "up";
        await opened.session.saver.save();
        expect([opened.state(), text(server), server.created]).toEqual(["saved", "one two", 1]);
      });
    }

    test(`is created once when the editor died as well and the server was: ${mode}`, async () => {
      const server = new TestServer(null);
      const dying = await open(server);
      write(dying, "one");
      server.mode = mode;
      await dying.session.saver.save();
      write(dying, "one two");
      await dying.session.close();
      const { remote } = server;
      server.remote = null;
      const next = await open(server);
      server.remote = remote;
      server.mode = "up";
      await next.session.saver.save();
      expect([next.state(), text(server), server.created]).toEqual(["saved", "one two", 1]);
    });
  }
});

describe("a conflict", () => {
  async function conflicted() {
    const server = new TestServer(remotePrompt("one", "1.0.0", 0));
    const opened = await open(server);
    opened.type("mine ");
    server.elsewhere({ content: remotePrompt("theirs", "1.0.1", 1).content });
    await opened.session.saver.save();
    expect(opened.state()).toBe("conflict");
    const theirs = opened.session.saver.snapshot().theirs as StoredPrompt;
    return { server, theirs, ...opened };
  }

  test("is settled by keeping mine: saved on top of theirs, which undo brings back", async () => {
    const { session, server, theirs, content, state } = await conflicted();
    await session.keepMine(theirs);
    expect(state()).toBe("saved");
    expect(server.remote?.content.segments?.[0]?.content).toBe("mine one");
    expect(version(server.remote as StoredPrompt)).toBe("1.0.2");
    session.document.undo();
    expect(content()).toBe("theirs");
    session.document.undo();
    expect(content()).toBe("mine one");
  });

  test("is settled by taking theirs, and undo brings mine back", async () => {
    const { session, theirs, content, state } = await conflicted();
    session.adopt(theirs);
    expect([content(), state()]).toEqual(["theirs", "saved"]);
    session.document.undo();
    expect([content(), state()]).toEqual(["mine one", "dirty"]);
  });

  test("is settled by a merge, which is then saved as a change of theirs", async () => {
    const { session, server, theirs, content, state } = await conflicted();
    const merged = remotePrompt("mine theirs", "1.0.0", 0) as unknown as Prompt;
    session.takeMerged(merged, theirs);
    expect([content(), state()]).toEqual(["mine theirs", "dirty"]);
    await session.saver.save();
    expect(server.remote?.content.segments?.[0]?.content).toBe("mine theirs");
    const undone = ["theirs", "mine one"];
    for (const before of undone) {
      session.document.undo();
      expect(content()).toBe(before);
    }
  });
});

describe("a read of the server that brings something newer", () => {
  test("is offered and never put over what is open", async () => {
    const server = new TestServer(remotePrompt("one", "1.0.0", 0));
    const { session, type, content } = await open(server);
    type("mine ");
    const newer = server.elsewhere({ content: remotePrompt("theirs", "1.0.1", 1).content });
    session.serverHas(newer);
    expect(content()).toBe("mine one");
    expect(session.snapshot().newer).toBe(newer);
    session.resolveWith(newer);
    expect(session.saver.snapshot().state).toBe("conflict");
  });

  test("is ignored when it is older than what is known", async () => {
    const server = new TestServer(remotePrompt("one", "1.0.5", 5));
    const { session } = await open(server);
    session.serverHas(remotePrompt("old", "1.0.4", 4));
    expect(session.snapshot().newer).toBeNull();
  });
});

describe("a draft that a lost editor left", () => {
  async function lose(server: TestServer, text: string) {
    const { session, type } = await open(server);
    type(text);
    await session.close();
  }

  test("is restored, and autosave waits until it is kept", async () => {
    const server = new TestServer(remotePrompt("one", "1.0.0", 0));
    await lose(server, "lost ");
    const { session, content, state } = await open(server);
    expect([content(), state()]).toEqual(["lost one", "dirty"]);
    expect(session.snapshot().restored).not.toBeNull();
    session.keepDraft();
    expect(session.snapshot().restored).toBeNull();
    await session.saver.save();
    await session.close();
    expect(await findAbandonedDraft<Prompt>("ada", "prompt", "p1")).toBeNull();
  });

  test("is wanted by whoever saves it", async () => {
    const server = new TestServer(remotePrompt("one", "1.0.0", 0));
    await lose(server, "lost ");
    const { session } = await open(server);
    await session.saver.save();
    expect(session.snapshot().restored).toBeNull();
  });

  test("is discarded on request, and is gone the next time", async () => {
    const server = new TestServer(remotePrompt("one", "1.0.0", 0));
    await lose(server, "lost ");
    const { session, content, state } = await open(server);
    session.discardDraft();
    expect([content(), state()]).toEqual(["one", "saved"]);
    await session.close();
    expect(await findAbandonedDraft<Prompt>("ada", "prompt", "p1")).toBeNull();
  });

  test("asks to be merged when the server moved on meanwhile", async () => {
    const server = new TestServer(remotePrompt("one", "1.0.0", 0));
    await lose(server, "lost ");
    server.elsewhere({ title: "Renamed" });
    const { session, content, state } = await open(server);
    expect([content(), state()]).toEqual(["lost one", "conflict"]);
    expect(session.document.saved().title).toBe("Review");
  });

  test("is no conflict when the server has what the editor was saving", async () => {
    const server = new TestServer(remotePrompt("one", "1.0.0", 0));
    const dying = await open(server);
    dying.type("lost ");
    server.mode = "loses the answer";
    await dying.session.saver.save();
    await dying.session.close();
    server.mode = "up";
    const { session, content, state } = await open(server);
    expect([content(), state()]).toEqual(["lost one", "saved"]);
    expect(session.snapshot().restored).toBeNull();
  });

  test("keeps what was typed behind the save that was under way", async () => {
    const server = new TestServer(remotePrompt("one", "1.0.0", 0));
    const dying = await open(server);
    dying.type("lost ");
    server.mode = "loses the answer";
    await dying.session.saver.save();
    dying.type("more ");
    await dying.session.close();
    server.mode = "up";
    const { session, content, state } = await open(server);
    expect([content(), state()]).toEqual(["more lost one", "dirty"]);
    expect(session.snapshot().restored).not.toBeNull();
    await session.saver.save();
    expect(server.remote?.content.segments?.[0]?.content).toBe("more lost one");
  });

  test("is not shown to another person", async () => {
    const server = new TestServer(remotePrompt("one", "1.0.0", 0));
    await lose(server, "lost ");
    expect((await open(server, "bob")).content()).toBe("one");
  });

  test("stays with the editor that is open", async () => {
    const server = new TestServer(remotePrompt("one", "1.0.0", 0));
    const { session, type } = await open(server);
    type("mine ");
    await session.keep();
    expect((await open(server)).content()).toBe("one");
  });
});

describe("an editor that was taken for dead and lives", () => {
  test("goes on beside the one that took its draft over: each has a name, a text and a prompt of its own", async () => {
    const server = new TestServer(null);
    const first = await open(server);
    const title = ({ session }: typeof first, text: string) =>
      session.document.apply({ op: "set_title", title: text });
    title(first, "Mine");
    await first.session.keep();
    const second = await open(server, "ada", first);
    title(first, "Mine, longer");
    await first.session.keep();
    title(second, "Mine, otherwise");
    await second.session.keep();
    expect(first.session.draftId).not.toBe(second.session.draftId);
    await first.session.saver.save();
    await second.session.saver.save();
    expect([first.state(), second.state(), server.created]).toEqual(["saved", "saved", 2]);
  });

  test("hears of what the other one saves", async () => {
    const server = new TestServer(remotePrompt("one", "1.0.0", 0));
    const first = await open(server);
    first.type("mine ");
    await first.session.keep();
    const second = await open(server, "ada", first);
    second.type("not ");
    await second.session.saver.save();
    await expect.poll(() => first.session.snapshot().newer).not.toBeNull();
  });
});
