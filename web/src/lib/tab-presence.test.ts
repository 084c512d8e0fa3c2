import { afterEach, describe, expect, test, vi } from "vitest";

/** A separate tab: no module state is shared. */
async function tab() {
  vi.resetModules();
  return await import("./tab-presence");
}

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
});

async function edit({ acquirePresence }: Awaited<ReturnType<typeof tab>>) {
  const editor = await acquirePresence();
  ends.push(editor.end);
  return editor;
}

describe("over plain HTTP, where browsers have no locks", () => {
  test("an editor in another tab says that it lives, and is gone when it has ended", async () => {
    const [here, there] = [await tab(), await tab()];
    const [one, two] = [await edit(there), await edit(there)];
    expect([...(await here.activeEditors([one.id, "nobody", two.id]))]).toEqual([one.id, two.id]);
    one.end();
    expect([...(await here.activeEditors([one.id, two.id]))]).toEqual([two.id]);
  });

  test("nobody waits longer than it takes all to answer", async () => {
    vi.stubGlobal("setTimeout", () => 0);
    const [here, there] = [await tab(), await tab()];
    const [mine, theirs] = [await edit(here), await edit(there)];
    expect(await here.activeEditors([])).toEqual(new Set());
    expect(await here.activeEditors([mine.id, theirs.id])).toEqual(new Set([mine.id, theirs.id]));
  });
});

describe("where browsers have locks", () => {
  test("an editor holds one from the moment that others may ask, and until it ends", async () => {
    const held = new Map<string, Promise<void>>();
    vi.stubGlobal("navigator", {
      locks: {
        request: async (name: string, hold: () => Promise<void>) => {
          held.set(name, hold());
          await held.get(name);
          held.delete(name);
        },
        query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
      },
    });
    const [here, there] = [await tab(), await tab()];
    const editor = await edit(there);
    expect(await here.activeEditors([editor.id, "nobody"])).toEqual(new Set([editor.id]));
    editor.end();
    await vi.waitFor(async () => expect(await here.activeEditors([editor.id])).toEqual(new Set()));
  });

  test("a browser that refuses them still opens an editor", async () => {
    const refuse = () => Promise.reject(new DOMException("refused", "SecurityError"));
    vi.stubGlobal("navigator", { locks: { request: refuse } });
    expect((await edit(await tab())).id).toBeTruthy();
  });
});
