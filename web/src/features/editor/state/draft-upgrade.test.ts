import "fake-indexeddb/auto";
import { openDB } from "idb";
import { expect, test } from "vitest";
import type { Prompt } from "@/core";
import { findAbandonedDraft, findNewDrafts } from "./drafts";

const text = {
  title: "Review",
  content: {},
  version_major: 1,
  version_minor: 2,
  version_batch: 3,
} as unknown as Prompt;

/** A draft of database version 1. */
const stored = { user_id: "ada", prompt_id: "p1", text, base: text, written_at: 5 };

test("drafts and backups that a program before wrote are found", async () => {
  const before = await openDB("promptcase", 1, {
    upgrade(db) {
      db.createObjectStore("drafts", { keyPath: "id" }).createIndex("owner", ["user_id", "prompt_id"]);
    },
  });
  const invalid = { m: { text: "{", over: "{}", error: "This is not valid JSON" } };
  await before.put("drafts", { ...stored, id: "a", editor: null, unread: invalid });
  await before.put("drafts", { ...stored, id: "b", prompt_id: "" });
  before.close();
  const backup = { ...stored, id: "c", editor: "editor-c", prompt_id: "p2", written_at: 9 };
  localStorage.setItem("promptcase.last-words.editor-c", JSON.stringify(backup));

  expect(await findAbandonedDraft("ada", "prompt", "p1")).toEqual({
    id: "a",
    editor: null,
    user_id: "ada",
    kind: "prompt",
    record_id: "p1",
    text,
    base: text,
    base_version: "1.2.3",
    invalid_json: invalid,
    written_at: 5,
  });
  // The first versions used the draft's id as the id of its editor.
  expect(await findNewDrafts("ada")).toMatchObject([{ id: "b", editor: "b", record_id: "" }]);
  expect(await findAbandonedDraft("ada", "prompt", "p2")).toMatchObject({ id: "c", base_version: "1.2.3" });
  expect(localStorage).toHaveLength(0);
});
