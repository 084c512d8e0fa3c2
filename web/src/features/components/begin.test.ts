import { describe, expect, test } from "vitest";
import type { Component } from "@/api/generated/types.gen";
import { begin } from "./begin";
import type { StoredComponent } from "./queries";

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
const version = { version_major: 1, version_minor: 0, version_batch: 3 };
const stored = (change: Partial<Component> = {}) => ({ ...fields, ...version, ...change }) as StoredComponent;

/** What an editor begins with that finds these fields as what was left here, or as the server's draft. */
const places = {
  "left in the browser": (component: StoredComponent, data: Component, was_public: boolean | undefined) =>
    begin({
      component,
      kept: null,
      kept_was_public: undefined,
      left: { base_version: "1.0.3", fields: data, ...(was_public !== undefined && { was_public }) },
    }),
  "kept on the server": (component: StoredComponent, data: Component, was_public: boolean | undefined) =>
    begin({
      component,
      kept: { id: "draft", base_version: "1.0.3", data, saved_at: "" },
      kept_was_public: was_public,
      left: null,
    }),
};

for (const [place, found] of Object.entries(places)) {
  describe(`a draft ${place}`, () => {
    test("does not show again what was hidden since", () => {
      expect(found(stored({ is_public: false }), typed, true).fields).toEqual({ ...typed, is_public: false });
    });

    test("shows or hides what was shown or hidden in it", () => {
      expect(found(stored({ is_public: false }), typed, false).fields.is_public).toBe(true);
      expect(found(stored(), { ...typed, is_public: false }, true).fields.is_public).toBe(false);
    });

    test("of which nobody noted who saw the component leaves that as it is stored", () => {
      expect(found(stored({ is_public: false }), typed, undefined).fields.is_public).toBe(false);
    });

    test("is none where only who sees the component was changed since", () => {
      expect(found(stored({ is_public: false }), fields, true).state).toBe("saved");
    });
  });
}

test("what was saved without an answer is found again though it was hidden since", () => {
  const component = { ...stored({ title: "Sent", is_public: false }), version_batch: 4 };
  const sent = { ...fields, title: "Sent" };
  const left = { base_version: "1.0.3", fields: typed, unanswered: sent, was_public: true };
  const begun = begin({ component, kept: null, kept_was_public: undefined, left });
  expect(begun).toMatchObject({ base_version: "1.0.4", fields: { ...typed, is_public: false } });
});

test("a component that was shown by a save without an answer is hidden if that was typed after it", () => {
  const sent = { ...fields, title: "Sent" };
  const left = {
    base_version: "1.0.3",
    fields: { ...sent, is_public: false },
    unanswered: sent,
    was_public: false,
  };
  const begun = begin({
    component: { ...stored({ title: "Sent" }), version_batch: 4 },
    kept: null,
    kept_was_public: undefined,
    left,
  });
  expect(begun).toMatchObject({ base_version: "1.0.4", state: "typing", fields: { is_public: false } });
});
