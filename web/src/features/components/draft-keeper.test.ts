import { expect, test } from "vitest";
import { ApiError } from "@/api/client";
import type { Component, ComponentDraft } from "@/api/generated/types.gen";
import { DraftKeeper } from "./draft-keeper";

const component = (title: string): Component => ({
  title,
  description: "",
  type: "module",
  category: "general",
  tags: [],
  is_public: false,
  content: {},
});

/** What the server does with drafts, answering when it is told to. */
class Server {
  kept: ComponentDraft | null = null;
  readonly asked: string[] = [];
  #answers: (() => void)[] = [];
  isSlow = false;
  loses = 0;

  readonly port = {
    put: async (draft: ComponentDraft) => {
      this.asked.push(`put ${draft.data.title}`);
      await this.#answer();
      const isOther = this.kept && this.kept.data.title !== draft.data.title;
      if (isOther && draft.follows !== this.kept?.data.title) throw new ApiError(409, null);
      this.kept = draft;
      if (this.loses > 0) {
        this.loses -= 1;
        throw new ApiError(0, null);
      }
      return { id: String(draft.data.title) };
    },
    drop: async (id: string) => {
      this.asked.push(`drop ${id}`);
      await this.#answer();
      if (this.kept?.data.title === id) this.kept = null;
    },
  };

  #answer(): Promise<void> {
    return this.isSlow ? new Promise((resolve) => this.#answers.push(resolve)) : Promise.resolve();
  }

  answer(): Promise<void> {
    this.#answers.shift()?.();
    return new Promise((resolve) => setTimeout(resolve));
  }
}

test("a draft goes on with the one before, and never with somebody else's", async () => {
  const server = new Server();
  const [one, two] = [new DraftKeeper(server.port, null), new DraftKeeper(server.port, null)];
  expect(await one.keep("1.0.0", component("One"))).toBe("kept");
  expect(await two.keep("1.0.0", component("Two"))).toBe("elsewhere");
  await two.forget();
  await two.save(async (draft) => expect(draft).toBeNull());
  expect(await one.keep("1.0.0", component("One and more"))).toBe("kept");
  expect(server.kept?.data.title).toBe("One and more");
});

test("what is under way lands before a save, and what waits behind it not at all", async () => {
  const server = new Server();
  server.isSlow = true;
  const keeper = new DraftKeeper(server.port, null);
  const first = keeper.keep("1.0.0", component("One"));
  await new Promise((sent) => setTimeout(sent));
  const second = keeper.keep("1.0.0", component("One two"));
  let saved: string | null | undefined;
  const saving = keeper.save(async (draft) => {
    saved = draft;
  });
  await server.answer();
  expect([await first, await second]).toEqual(["kept", "superseded"]);
  await saving;
  expect(saved).toBe("One");
  expect(server.asked).toEqual(["put One"]);
});

test("what is typed while a draft is dropped goes with it", async () => {
  const server = new Server();
  const keeper = new DraftKeeper(server.port, null);
  await keeper.keep("1.0.0", component("One"));
  server.isSlow = true;
  const forgetting = keeper.forget();
  expect(await keeper.keep("1.0.0", component("One two"))).toBe("superseded");
  await server.answer();
  await forgetting;
  expect(server.kept).toBeNull();
});

test("whose answer was lost goes on with its own draft", async () => {
  const server = new Server();
  server.loses = 1;
  const keeper = new DraftKeeper(server.port, null);
  await expect(keeper.keep("1.0.0", component("One"))).rejects.toThrow("cannot be reached");
  expect(await keeper.keep("1.0.0", component("One two"))).toBe("kept");
  expect(server.kept?.data.title).toBe("One two");
});
