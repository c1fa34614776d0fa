// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { recordingTopic } from "#contract/events.ts";
import type { SharedView } from "#contract/shares.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { recordingWith, viewWith } from "#tests/web/lib/shared-view.ts";
import { sharedQuery } from "#web/data/shares.ts";
import { useLiveShare } from "#web/features/shared-page/shared-gate.tsx";
import { SharedPage } from "#web/features/shared-page/shared-page.tsx";

let server: Awaited<ReturnType<typeof realtimeServer>>;
beforeAll(async () => {
  server = await realtimeServer();
});
afterAll(() => server.stop());
afterEach(cleanup);

test("what a link shows is looked at again when its video or the link changes, not for what is said", async () => {
  const view = viewWith();
  const topic = recordingTopic(view.recording.id);
  const cache = new QueryClient();
  const { queryKey } = sharedQuery("token");
  const isStale = () => cache.getQueryState(queryKey)?.isInvalidated;
  cache.setQueryData(queryKey, view);
  const { unmount, rerender } = renderHook(
    ({ shown }: { shown: SharedView | undefined }) => useLiveShare("token", shown),
    {
      initialProps: { shown: undefined as SharedView | undefined }, // and later it is
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={cache}>{children}</QueryClientProvider>
      ),
    },
  );
  expect(server.state.joined, "nothing is shown yet").toEqual([]);
  rerender({ shown: view });
  await expect.poll(isStale, { message: "joined: something may have been missed" }).toBe(true);
  expect(server.state.joined).toEqual([topic]);
  for (const event of ["recording", "share", "subtitle"]) {
    cache.setQueryData(queryKey, view);
    act(() => server.announce(topic, event));
    await expect.poll(isStale, { message: event }).toBe(true);
  }
  cache.setQueryData(queryKey, view);
  for (const event of ["comment", "reaction"]) act(() => server.announce(topic, event));
  expect(isStale()).toBe(false);
  unmount();
  act(() => server.announce(topic, "share"));
  expect(isStale(), "left").toBe(false);
});

test("a link's page says how many watch, from the second one on", async () => {
  const recording = recordingWith({ id: crypto.randomUUID() });
  const topic = recordingTopic(recording.id);
  const tab = { value: "comments", label: "Comments", content: null };
  const [view, parts] = [viewWith({ recording }), { player: null, reactions: null }];
  await renderInApp(<SharedPage shareToken="token" tabs={[tab]} {...{ view }} {...parts} />);
  await expect.poll(() => server.state.joined.includes(topic)).toBe(true);
  const said = () => screen.queryByText("watching now")?.parentElement?.textContent;
  act(() => server.showPresent(topic, {}, {}, {}));
  await expect.poll(said).toBe("3 watching now");
  act(() => server.showPresent(topic, {}, {}));
  await expect.poll(said).toBe("2 watching now");
  act(() => server.showPresent(topic, {}));
  await expect.poll(said).toBeUndefined();
});
