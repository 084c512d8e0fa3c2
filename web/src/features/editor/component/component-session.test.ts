import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SavedDraft, StoredComponent } from "@/api/generated/types.gen";
import type { Component } from "@/core";
import { acquirePresence } from "@/lib/tab-presence";
import { deleteDraftsOf, findAbandonedDraft } from "../state/drafts";
import { EditorSession } from "../state/editor-session";
import { startSession } from "../state/start-session";
import { type ComponentSession, componentStore } from "./component-session";
import { moveLocalDrafts, moveServerDraft } from "./old-drafts";

const kept: { draft: SavedDraft | null } = { draft: null };
vi.mock(import("@/api/generated/sdk.gen"), async (original) => ({
  ...(await original()),
  getComponentSession: (async () => ({ data: kept })) as never,
  deleteComponentSession: (async () => {
    kept.draft = null;
  }) as never,
}));

const fields: Component = {
  title: "Tone",
  description: "",
  type: "module",
  category: "general",
  tags: ["calm"],
  is_public: true,
  content: { moduleContent: "Write calmly." },
};
const typed = { ...fields, title: "Typed" };
const stored = (change: Partial<Component & { version_batch: number }> = {}) =>
  ({
    ...fields,
    version_major: 1,
    version_minor: 0,
    version_batch: 3,
    id: "tone",
    user_id: "ada",
    updated_at: "2026-01-01T00:00:00Z",
    ...change,
  }) as unknown as StoredComponent;

const sessions: ComponentSession[] = [];

/** Opens a component with its existing drafts. */
async function open(
  remote: StoredComponent,
  save = async (component: Component) => stored(component),
  create = async (component: Component) => stored(component),
) {
  const session = await startSession({
    userId: "ada",
    store: {
      ...componentStore("ada"),
      read: async () => remote,
      save: (_, component) => save(component),
      create,
    },
    remote,
    blank: fields,
    find: async () => {
      await moveServerDraft("ada", remote, await moveLocalDrafts("ada", "tone", remote));
      return findAbandonedDraft<Component>("ada", "component", "tone");
    },
    signal: new AbortController().signal,
    onCreated: () => {},
    onSaved: () => {},
  });
  sessions.push(session);
  return session;
}

beforeEach(() => {
  localStorage.clear();
  kept.draft = null;
});

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
  await deleteDraftsOf("ada");
});

const key = "promptcase.component-draft.ada.tone";

/** Stores a draft as an earlier version did: in the browser, or on the server. */
const places = {
  "left in the browser": (data: Component, was_public?: boolean) =>
    localStorage.setItem(
      `${key}.gone`,
      JSON.stringify({
        base_version: "1.0.3",
        fields: data,
        follows: null,
        unread: null,
        was_public,
        written_at: 1,
      }),
    ),
  "left on the server": (data: Component, was_public?: boolean) => {
    kept.draft = { id: "draft", base_version: "1.0.3", data, saved_at: "2026-01-01T00:00:00Z" };
    const seen = { draft: "draft", was_public };
    localStorage.setItem("promptcase.component-seen.ada.tone", JSON.stringify(seen));
  },
};

for (const [place, leave] of Object.entries(places)) {
  describe(`a draft ${place}`, () => {
    const opened = async (remote: StoredComponent, data: Component, was_public?: boolean) => {
      leave(data, was_public);
      return open(remote);
    };

    test("is restored, and stays once it was found", async () => {
      const session = await opened(stored(), typed, true);
      expect(session.document.record()).toEqual(typed);
      expect(session.snapshot().restored).not.toBeNull();
      expect([Object.keys(localStorage), kept.draft]).toEqual([[], null]);
      await session.close();
      expect((await open(stored())).document.record()).toEqual(typed);
    });

    test("does not show again what was hidden since", async () => {
      const session = await opened(stored({ is_public: false }), typed, true);
      expect(session.document.record()).toEqual({ ...typed, is_public: false });
    });

    test("shows or hides what was shown or hidden in it", async () => {
      const shown = await opened(stored({ is_public: false }), typed, false);
      expect(shown.document.record().is_public).toBe(true);
      await shown.close();
      await deleteDraftsOf("ada");
      const hidden = await opened(stored(), { ...typed, is_public: false }, true);
      expect(hidden.document.record().is_public).toBe(false);
    });

    test("of which nobody noted who saw the component leaves that as it is stored", async () => {
      const session = await opened(stored({ is_public: false }), typed);
      expect(session.document.record().is_public).toBe(false);
    });

    test("is none where only who sees the component was changed since", async () => {
      const session = await opened(stored({ is_public: false }), fields, true);
      expect([session.holdsMore(), session.snapshot().restored]).toEqual([false, null]);
    });

    test("of an older version is a conflict in what differs", async () => {
      const session = await opened(stored({ version_batch: 4, title: "Theirs" }), typed, true);
      expect(session.saver.snapshot().state).toBe("conflict");
    });
  });
}

describe("a save without an answer", () => {
  const sent = { ...fields, title: "Sent" };
  const leave = (draft: object) =>
    localStorage.setItem(`${key}.gone`, JSON.stringify({ base_version: "1.0.3", written_at: 1, ...draft }));

  test("is found again though the component was hidden since", async () => {
    leave({ fields: typed, unanswered: sent, was_public: true });
    const session = await open(stored({ title: "Sent", is_public: false, version_batch: 4 }));
    expect(session.saver.snapshot().state).toBe("dirty");
    expect(session.document.record()).toEqual({ ...typed, is_public: false });
  });

  test("that showed the component is followed by what was hidden after it", async () => {
    leave({ fields: { ...sent, is_public: false }, unanswered: sent, was_public: false });
    const session = await open(stored({ title: "Sent", version_batch: 4 }));
    expect([session.saver.snapshot().state, session.document.record().is_public]).toEqual(["dirty", false]);
  });
});

test("the oldest programs left one draft a component, and invalid JSON beside it", async () => {
  localStorage.setItem(key, JSON.stringify(fields));
  localStorage.setItem(`${key}.unread`, '{"temperature": }');
  const session = await open(stored());
  expect(session.invalidJson.get("moduleConfig")?.text).toBe('{"temperature": }');
  expect(localStorage).toHaveLength(0);
});

test("a draft of an editor that is open, of someone else or of another component stays", async () => {
  const editor = await acquirePresence();
  const draft = JSON.stringify({ base_version: "1.0.3", fields: typed });
  const others = [`${key}.${editor.id}`, `promptcase.component-draft.bob.tone.x`, `${key}s.x`];
  for (const other of others) localStorage.setItem(other, draft);
  const session = await open(stored());
  expect(session.holdsMore()).toBe(false);
  expect(Object.keys(localStorage).sort()).toEqual(others.sort());
  editor.end();
});

test.each([
  ["no JSON", "{"],
  ["no object", "1"],
  ["a version without its component", '{"base_version":"1.0.0"}'],
  ["a component without its parts", '{"base_version":"1.0.0","fields":{"title":"Tone"}}'],
])("%s is no draft", async (_, text) => {
  localStorage.setItem(`${key}.gone`, text);
  expect((await open(stored())).holdsMore()).toBe(false);
});

test("two tabs have a draft each, and the one that saves leaves the other's", async () => {
  const [here, there] = [await open(stored()), await open(stored())];
  here.document.edit({ title: "Here" });
  there.document.edit({ title: "There" });
  await Promise.all([here.keep(), there.keep()]);
  expect((await here.saver.save()).kind).toBe("saved");
  await here.keep();
  await there.close();
  expect((await open(stored())).document.record().title).toBe("There");
});

test("a component is saved, undone and saved again", async () => {
  const saves: Component[] = [];
  const session = await open(stored(), async (component) => {
    saves.push(component);
    return stored({ ...component, version_batch: 3 + saves.length });
  });
  session.document.editContent({ moduleContent: "Write calmly and briefly." });
  await session.saver.save();
  expect(session.document.state()).toMatchObject({ is_changed: false, can_undo: true });
  session.document.undo();
  expect(session.saver.snapshot().state).toBe("dirty");
  await session.saver.save();
  expect(saves.map(({ content }) => content.moduleContent)).toEqual([
    "Write calmly and briefly.",
    "Write calmly.",
  ]);
  expect(session).toBeInstanceOf(EditorSession);
});

test("a local draft takes the place of the draft on the server that it continues", async () => {
  places["left on the server"]({ ...fields, title: "Earlier" });
  const local = { base_version: "1.0.3", fields: typed, follows: "draft", written_at: 2 };
  localStorage.setItem(`${key}.gone`, JSON.stringify(local));
  const session = await open(stored());
  expect(session.document.record().title).toBe("Typed");
  expect(kept.draft).toBeNull();
  await session.saver.save();
  await session.close();
  sessions.length = 0;
  expect(await findAbandonedDraft<Component>("ada", "component", "tone")).toBeNull();
});

test("the text of a deleted component is found at its address until a new one has it", async () => {
  const offline = async () => {
    throw new TypeError("Failed to fetch");
  };
  const session = await open(stored(), undefined, offline);
  session.document.edit({ title: "Typed" });
  expect((await session.saveAsNew()).kind).not.toBe("saved");
  await session.close();
  sessions.length = 0;
  const draft = await findAbandonedDraft<Component>("ada", "component", "tone");
  expect(draft?.text.title).toBe("Typed");
});
