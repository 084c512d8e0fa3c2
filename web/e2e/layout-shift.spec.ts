// Pages opened by their address do not shift while they load, so that a button does not move away under the
// pointer.
import type { APIRequestContext, Page } from "@playwright/test";
import { createPrompt, expect, test } from "./fixtures";

/** Lighthouse rates under 0.1 as good; this product's limit is stricter. */
const mostShift = 0.05;

const paragraphs = (length: number) =>
  Array.from(
    { length },
    (_, at) => `Paragraph ${at}. ${"You read a change and say what could go wrong. ".repeat(6)}`,
  ).join("\n\n");

const segments = (count: number, content: string) => ({
  segments: Array.from({ length: count }, (_, order) => ({ id: `s${order}`, order, type: "user", content })),
});

async function createCollection(request: APIRequestContext, title: string): Promise<string> {
  const response = await request.post("/api/collections", {
    data: { title, description: "What we use. ".repeat(12) },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).id;
}

const routes: { name: string; open: (request: APIRequestContext) => Promise<string> }[] = [
  {
    name: "the editor with twenty long segments",
    open: async (request) =>
      `/editor?prompt=${(await createPrompt(request, { title: "Long", content: segments(20, paragraphs(9)) })).id}`,
  },
  {
    name: "the editor with one very long segment",
    open: async (request) =>
      `/editor?prompt=${(await createPrompt(request, { title: "Long", content: segments(1, paragraphs(150)) })).id}`,
  },
  {
    name: "the editor with hundreds of short segments",
    open: async (request) =>
      `/editor?prompt=${(await createPrompt(request, { title: "Many", content: segments(300, "One line.") })).id}`,
  },
  {
    name: "the explorer",
    open: async (request) => {
      for (const title of [
        "One",
        "Two words",
        "A title that is as long as titles are when somebody does not care",
      ])
        await createPrompt(request, { title, content: segments(1, "Text.") });
      return "/explorer";
    },
  },
  {
    name: "a collection with a very long title",
    open: async (request) =>
      `/collections?collection=${await createCollection(request, "A collection of many words ".repeat(7).trim())}`,
  },
  ...["/community", "/library", "/analytics", "/settings", "/profile", "/studio"].map((path) => ({
    name: path,
    open: async () => path,
  })),
];

for (const { name, open } of routes) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    test(`${name} stands still while it loads, ${width} pixels wide`, async ({ page, user, context }) => {
      expect(user.id).toBeTruthy();
      await page.setViewportSize({ width, height });
      const path = await open(context.request);
      await watchShifts(page);
      await page.goto(path);
      await page.locator("h1").first().waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      // Parts that wait for the first idle moment may be laid out late.
      await page.waitForTimeout(1500);
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
      const sum = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThan(mostShift);
    });
  }
}

interface Shift {
  value: number;
  /** The shifted elements, with their old and new positions. */
  moved: string[];
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    (window as unknown as { shifts: Shift[] }).shifts = shifts;
    interface LayoutShift extends PerformanceEntry {
      value: number;
      sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[])
        shifts.push({
          value,
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.nodeName} ${node?.className} ${previousRect.top}+${previousRect.height} -> ${currentRect.top}+${currentRect.height}`,
          ),
        });
    }).observe({ type: "layout-shift", buffered: true });
  });
}
