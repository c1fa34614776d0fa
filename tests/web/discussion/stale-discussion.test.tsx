// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { recordingTopic } from "#contract/events.ts";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { commentsQuery, marksQuery } from "#web/data/discussion.ts";
import { discussionKey } from "#web/data/discussion-key.ts";
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
  const mutation = cache.getMutationCache().build(cache, {
    mutationKey: discussionKey(scope),
    mutationFn: () => done.promise,
  });
  const saying = mutation.execute(undefined);
  act(() => server.announce(topic, "comment"));
  done.resolve();
  await saying;
  act(() => server.announce(topic, "recording"));
  expect(stale(), "what is said elsewhere, and no news of the video").toEqual([false, false]);
  act(() => server.announce(topic, "comment"));
  await expect.poll(stale).toEqual([true, true]);
});
