// @vitest-environment happy-dom
import { MutationObserver, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { recordingTopic } from "#contract/events.ts";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { chaptersKey } from "#web/data/chapters.ts";
import { subtitlesKey } from "#web/data/subtitles.ts";
import { write } from "#web/data/write.ts";
import { useStaleSubtitles } from "#web/features/subtitles/use-stale-subtitles.ts";

let server: Awaited<ReturnType<typeof realtimeServer>>;
beforeAll(async () => {
  server = await realtimeServer();
});
afterAll(() => server.stop());
afterEach(cleanup);

test.each([
  ["subtitle", subtitlesKey],
  ["chapters", chaptersKey],
] as const)(
  "what one changes stays shown until it is answered, whatever is heard: %s",
  async (event, keyOf) => {
    const scope = { recordingId: crypto.randomUUID() };
    const topic = recordingTopic(scope.recordingId);
    const cache = new QueryClient();
    const stale = keyOf(scope);
    const isStale = () => cache.getQueryState(stale)?.isInvalidated;
    cache.setQueryData<unknown>(stale, {});
    renderHook(() => useStaleSubtitles(scope), {
      wrapper: ({ children }) => (
        <QueryClientProvider client={cache}>{children}</QueryClientProvider>
      ),
    });
    await expect.poll(isStale, { message: "joined" }).toBe(true);

    cache.setQueryData<unknown>(stale, {});
    const [shown, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const change = { stale, show: () => shown.resolve(), send: () => answer.promise };
    const changing = new MutationObserver(cache, write(change)).mutate();
    await shown.promise;
    act(() => server.announce(topic, event));
    expect(isStale()).toBe(false);
    answer.resolve();
    await changing;
    expect(isStale(), "read anew at its end").toBe(true);
    cache.setQueryData<unknown>(stale, {});
    act(() => server.announce(topic, event));
    await expect.poll(isStale).toBe(true);
  },
);
