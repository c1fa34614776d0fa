// @vitest-environment happy-dom
import {
  MutationObserver,
  QueryClient,
  QueryClientProvider,
  useQuery,
} from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { recordingTopic } from "#contract/events.ts";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { commentsQuery, marksQuery } from "#web/data/discussion.ts";
import { discussionKey } from "#web/data/discussion-key.ts";
import { write } from "#web/data/write.ts";
import { useStaleDiscussion } from "#web/features/discussion/comments.tsx";

let server: Awaited<ReturnType<typeof realtimeServer>>;
beforeAll(async () => {
  server = await realtimeServer();
});
afterAll(() => server.stop());
afterEach(cleanup);

test("a discussion is read anew when somebody says something, unless we are saying it ourselves", async () => {
  const scope = { recordingId: crypto.randomUUID() };
  const topic = recordingTopic(scope.recordingId);
  const cache = new QueryClient();
  const keys = [commentsQuery(scope, "time").queryKey, marksQuery(scope).queryKey];
  const other = commentsQuery({ recordingId: crypto.randomUUID() }, "time").queryKey;
  const fill = () => {
    for (const key of [...keys, other]) cache.setQueryData<unknown>(key, {});
  };
  const stale = () => keys.map((key) => cache.getQueryState(key)?.isInvalidated);
  fill();
  renderHook(() => useStaleDiscussion(scope), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={cache}>{children}</QueryClientProvider>
    ),
  });
  await expect
    .poll(stale, { message: "joined: something may have been missed" })
    .toEqual([true, true]);
  for (const event of ["comment", "reaction"]) {
    fill();
    act(() => server.announce(topic, event));
    await expect.poll(stale, { message: event }).toEqual([true, true]);
  }
  expect(cache.getQueryState(other)?.isInvalidated, "of another video").toBe(false);

  fill();
  const done = Promise.withResolvers<void>();
  const shown = Promise.withResolvers<void>();
  const saying = new MutationObserver(
    cache,
    write({ stale: discussionKey(scope), show: () => shown.resolve(), send: () => done.promise }),
  ).mutate();
  await shown.promise;
  act(() => server.announce(topic, "comment"));
  act(() => server.announce(topic, "recording"));
  expect(stale(), "what is said elsewhere, and no news of the video").toEqual([false, false]);
  done.resolve();
  await saying;
  expect(stale(), "what was said meanwhile").toEqual([true, true]);
  fill();
  act(() => server.announce(topic, "comment"));
  await expect.poll(stale).toEqual([true, true]);
});

test("a discussion is read anew also for news that come while a comment of our own is read at its end", async () => {
  const scope = { recordingId: crypto.randomUUID() };
  const cache = new QueryClient();
  const queryKey = discussionKey(scope);
  const readings: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    readings.push(Promise.withResolvers());
    return readings.at(-1)?.promise ?? "";
  };
  const { result } = renderHook(
    () => {
      useStaleDiscussion(scope);
      return useQuery({ queryKey, queryFn });
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={cache}>{children}</QueryClientProvider>
      ),
    },
  );
  readings[0]?.resolve("nothing said");
  await expect.poll(() => readings.length, { message: "joined" }).toBe(2);
  readings[1]?.resolve("nothing said");
  await expect.poll(() => result.current.isFetching).toBe(false);
  const said = new MutationObserver(
    cache,
    write({ stale: queryKey, show: () => {}, send: async () => {} }),
  ).mutate();
  await expect.poll(() => readings.length, { message: "said" }).toBe(3);
  act(() => server.announce(recordingTopic(scope.recordingId), "comment"));
  await expect.poll(() => readings.length, { message: "answered" }).toBe(4);
  readings[2]?.resolve("ours");
  readings[3]?.resolve("ours, and theirs");
  await said;
  await expect.poll(() => result.current.data).toBe("ours, and theirs");
});
