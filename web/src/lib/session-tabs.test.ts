import { QueryClient } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { sessionKey } from "@/api/session";
import { useOpenForm } from "./open-forms";
import { followSession } from "./session-tabs";

const ada = { user: { id: "ada" } };
const bob = { user: { id: "bob" } };
const visitor = { user: null };

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A tab that knows who is signed in, and has cached a list of that user's. */
function tab(session: object) {
  const client = new QueryClient();
  ends.push(followSession(client));
  client.setQueryData(sessionKey, session);
  client.setQueryData(["prompts"], ["private"]);
  return {
    client,
    sign: (next: object) => client.setQueryData(sessionKey, next),
    session: () => client.getQueryData(sessionKey),
    prompts: () => client.getQueryData(["prompts"]),
  };
}

test("who signs in in one tab is signed in in all, and nothing of the person before is left", async () => {
  const [here, there] = [tab(ada), tab(ada)];
  here.sign(bob);
  expect(here.prompts()).toBeUndefined();
  await vi.waitFor(() => expect(there.session()).toEqual(bob));
  expect(there.prompts()).toBeUndefined();
});

test("who signs out in one tab is signed out in all", async () => {
  const [here, there] = [tab(ada), tab(ada)];
  here.sign(visitor);
  await vi.waitFor(() => expect(there.session()).toEqual(visitor));
  expect(there.prompts()).toBeUndefined();
});

/** Waits until a tab has received its messages. */
const heard = () => new Promise((resolve) => setTimeout(resolve, 50));

test("a sign-out elsewhere waits for a form in which somebody writes", async () => {
  const [here, there] = [tab(ada), tab(ada)];
  const form = renderHook(() => useOpenForm());
  here.sign(visitor);
  await heard();
  expect(there.session()).toEqual(ada);
  form.unmount();
  expect(there.session()).toEqual(visitor);
  expect(there.prompts()).toBeUndefined();
});

test("who signs in again meanwhile goes on; someone else takes over at once", async () => {
  const [here, there] = [tab(ada), tab(ada)];
  const form = renderHook(() => useOpenForm());
  here.sign(visitor);
  here.sign(ada);
  await heard();
  form.unmount();
  expect(there.session()).toEqual(ada);

  const next = renderHook(() => useOpenForm());
  here.sign(visitor);
  here.sign(bob);
  await vi.waitFor(() => expect(there.session()).toEqual(bob));
  next.unmount();
  expect(there.session()).toEqual(bob);
});

test("a tab that finds out who is signed in, or hears of it, tells nobody", async () => {
  const told: unknown[] = [];
  const listener = new BroadcastChannel("promptcase-session");
  listener.onmessage = ({ data }) => told.push(data);
  ends.push(() => listener.close());
  const [here, there] = [tab(visitor), tab(visitor)];
  here.sign(ada);
  await vi.waitFor(() => expect(there.session()).toEqual(ada));
  there.sign(bob);
  await vi.waitFor(() => expect(here.session()).toEqual(bob));
  await vi.waitFor(() => expect(told).toEqual([ada, bob]));
});
