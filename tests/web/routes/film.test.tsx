// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { recordingTopic } from "#contract/events.ts";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { recordingWith } from "#tests/web/lib/shared-view.ts";
import { subtitleWith } from "#tests/web/lib/subtitles.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { subtitlesQuery } from "#web/data/subtitles.ts";
import { useFilm } from "#web/routes/-film.ts";

let server: Awaited<ReturnType<typeof realtimeServer>>;
beforeAll(async () => {
  server = await realtimeServer();
});
afterAll(() => server.stop());
afterEach(cleanup);

const saying = (content: string) => ({ subtitles: [subtitleWith({ content })] });
const useSaid = (scope: Scope) =>
  useQuery({ ...subtitlesQuery(scope), enabled: false }).data?.[0]?.content;
const LAST = "what is said at the end";

test("a film that was cut goes on with the same words, also where its new text comes first", async () => {
  const recording = recordingWith({ size: 200, duration: 20 });
  const scope = { recordingId: recording.id };
  const topic = recordingTopic(recording.id);
  const cache = new QueryClient();
  const { queryKey } = subtitlesQuery(scope);
  const before = "00:00:00,000 --> 00:00:10,000\nwhat is removed\n\n";
  cache.setQueryData(queryKey, saying(`${before}00:00:10,000 --> 00:00:20,000\n${LAST}\n`));
  const { result, rerender } = renderHook(
    (shown) => ({ film: useFilm(scope, shown, () => 12), said: useSaid(scope) }),
    {
      initialProps: recording,
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={cache}>{children}</QueryClientProvider>
      ),
    },
  );
  await expect.poll(() => server.state.joined).toContain(topic);
  act(() => server.announce(topic, "film"));
  const after = saying(`00:00:00,000 --> 00:00:10,000\n${LAST}\n`);
  server.state.answers[`/api/recordings/${recording.id}/subtitles`] = after;
  act(() => void cache.setQueryData(queryKey, after));
  await expect.poll(() => result.current.said).toBe(after.subtitles[0]?.content);
  rerender({ ...recording, size: 100, duration: 10 });
  await expect.poll(() => result.current.film?.count).toBe(1);
  expect(result.current.film?.at).toBeCloseTo(2);
});
