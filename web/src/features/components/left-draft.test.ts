import { beforeEach, expect, test } from "vitest";
import type { Component } from "@/api/generated/types.gen";
import { acquirePresence } from "@/lib/tab-presence";
import {
  findLeftDraft,
  forgetLeftDraft,
  LeftRecord,
  readLeftDraft,
  takeLeftDraft,
  wasPublicBefore,
} from "./left-draft";

const fields: Component = {
  title: "Tone",
  description: "",
  type: "module",
  category: "general",
  tags: ["calm"],
  is_public: false,
  content: { moduleContent: "Write calmly." },
};
const typed = (title: string) => ({
  base_version: "1.0.3",
  was_public: false,
  follows: null,
  fields: { ...fields, title },
  unread: null,
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("what an editor left is taken over once, by whoever comes next", async () => {
  new LeftRecord("ada", "tone", "dead").write(typed("One"));
  expect((await takeLeftDraft("ada", "tone", "next", null))?.fields.title).toBe("One");
  expect(Object.keys(localStorage)).toEqual(["promptcase.component-draft.ada.tone.next"]);
  expect(await takeLeftDraft("bob", "tone", "stranger", null)).toBeNull();
  expect(await takeLeftDraft("ada", "other", "stranger", null)).toBeNull();
});

test("what an open editor keeps stays its own", async () => {
  const editor = await acquirePresence();
  new LeftRecord("ada", "tone", editor.id).write(typed("Being written"));
  expect(await takeLeftDraft("ada", "tone", "second", null)).toBeNull();
  editor.end();
  expect((await takeLeftDraft("ada", "tone", "third", null))?.fields.title).toBe("Being written");
});

test("a tab goes on with its own, and the other one's is there for the next", async () => {
  await takeLeftDraft("ada", "tone", "mine", null);
  new LeftRecord("ada", "tone", "mine").write(typed("Mine"));
  new LeftRecord("ada", "tone", "other").write(typed("Other"));
  expect((await takeLeftDraft("ada", "tone", "again", null))?.fields.title).toBe("Mine");
  new LeftRecord("ada", "tone", "again").write(null);
  expect((await findLeftDraft("ada", "tone"))?.fields.title).toBe("Other");
  new LeftRecord("ada", "tone", "third").write(typed("Third"));
  await forgetLeftDraft("ada", "tone", typed("Third").fields);
  expect((await findLeftDraft("ada", "tone"))?.fields.title).toBe("Other");
  await forgetLeftDraft("ada", "tone", typed("Other").fields);
  expect(localStorage).toHaveLength(0);
});

test("a tab whose text the server has leaves what another tab left to that one", async () => {
  await takeLeftDraft("ada", "tone", "mine", null);
  new LeftRecord("ada", "tone", "mine").follow("draft", false);
  new LeftRecord("ada", "tone", "other").write(typed("Other"));
  expect(await takeLeftDraft("ada", "tone", "again", "draft")).toBeNull();
  // Once that draft is saved there is nothing else to go on with.
  expect((await takeLeftDraft("ada", "tone", "later", null))?.fields.title).toBe("Other");
});

test("it is noted who saw the component before the server's draft was typed", async () => {
  const record = new LeftRecord("ada", "tone", "mine");
  record.follow("first", true);
  record.follow("second", false);
  const noted = (draft: string, user = "ada") => wasPublicBefore(user, "tone", draft);
  expect([noted("first"), noted("second"), noted("second", "bob")]).toEqual([undefined, false, undefined]);
  // What another tab's draft began with stays when this one's is saved.
  new LeftRecord("ada", "tone", "other").follow("third", true);
  record.follow(null, false);
  expect(noted("third")).toBe(true);
  new LeftRecord("ada", "tone", "mine").write(typed("One"));
  expect((await takeLeftDraft("ada", "tone", "next", null))?.was_public).toBe(false);
});

test("what an older program left is taken over: one record a component, and what is not valid beside it", async () => {
  localStorage.setItem("promptcase.component-draft.ada.tone", JSON.stringify(fields));
  localStorage.setItem("promptcase.component-draft.ada.tone.unread", '{"temperature": }');
  const left = await takeLeftDraft("ada", "tone", "next", null);
  expect(left).toMatchObject({ fields, unread: '{"temperature": }' });
  expect(Object.keys(localStorage)).toEqual(["promptcase.component-draft.ada.tone.next"]);
});

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["no object", "1"],
  ["a version without its component", '{"base_version":"1.0.0"}'],
  ["a component without its parts", '{"base_version":"1.0.0","fields":{"title":"Tone"}}'],
])("%s is no draft", (_, text) => {
  expect(readLeftDraft(text)).toBeNull();
});
