import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { getSessionQueryKey } from "./generated/@tanstack/react-query.gen";
import { followSession } from "./session-tabs";

const ada = { user: { id: "ada" } };
const bob = { user: { id: "bob" } };
const visitor = { user: null };

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A tab that has found out who is signed in, and has read a list of that person's. */
function tab(session: object) {
  const client = new QueryClient();
  ends.push(followSession(client));
  client.setQueryData(getSessionQueryKey(), session);
  client.setQueryData(["prompts"], ["private"]);
  return {
    client,
    sign: (next: object) => client.setQueryData(getSessionQueryKey(), next),
    session: () => client.getQueryData(getSessionQueryKey()),
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
