import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { refresh } from "./infinite";

const queryKey = [{ _id: "getTestReport" }];

test("a first load that is under way is made again, and its waiters get the later answer", async () => {
  const client = new QueryClient();
  const answers: ((text: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const stop = observer.subscribe(() => undefined);
  const waiting = client.fetchQuery({ queryKey, queryFn });

  const refreshed = refresh(client, "getTestReport");
  expect(answers).toHaveLength(2);
  answers[0]?.("before");
  answers[1]?.("after");

  await refreshed;
  expect(client.getQueryData(queryKey)).toBe("after");
  expect(await waiting).toBe("after");
  stop();
});

test("queries of other operations are left alone", async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, "kept");
  await refresh(client, "listPrompts");
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
});
