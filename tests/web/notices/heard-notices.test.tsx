// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { ada } from "#tests/web/lib/people.ts";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { noticesQuery } from "#web/data/notices.ts";
import { Bell } from "#web/features/notices/bell.tsx";
import { signIn, signOut } from "#web/lib/session.ts";

let server: Awaited<ReturnType<typeof realtimeServer>>;
// One server for all: a page's connection outlives what was joined on it.
beforeAll(async () => {
  server = await realtimeServer();
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  signOut();
});

const list = (unread_count: number) => ({ notices: [], has_more: true, unread_count });
const unread = (count: number) => screen.findByLabelText(`Notices, ${count} new`);
const asked = (path: string) => server.state.asked.filter((one) => one === path).length;

function show(user: typeof ada) {
  signIn({ token: "t", user });
  const cache = new QueryClient();
  render(
    <QueryClientProvider client={cache}>
      <Bell />
    </QueryClientProvider>,
  );
  return cache;
}

test("notices are read when one is announced, and nothing else that the account hears of", async () => {
  const { answers } = server.state;
  answers["/api/notices"] = list(2);
  answers["/api/notices/read"] = { unread_count: 0 };
  const cache = show(ada);
  const bell = await unread(2);
  const [topic, before] = [`user:${ada.id}`, asked("/api/notices")];
  answers["/api/notices"] = list(3);
  act(() => server.announce(topic, "library"));
  await new Promise((turned) => setImmediate(turned)); // queries that the event made stale are asked by now
  expect(cache.isFetching()).toBe(0);
  act(() => server.announce(topic, "notice"));
  await unread(3);
  expect(asked("/api/notices")).toBe(before + 1);
  fireEvent.click(bell);
  await expect.poll(() => asked("/api/notices/read")).toBe(1);
  await screen.findByLabelText("Notices", { selector: "button" });
  act(() => void cache.setQueryData(noticesQuery.queryKey, list(1)));
  // A notice that comes while the list is open is read, too.
  await expect.poll(() => asked("/api/notices/read")).toBe(2);
});

test("notices that came while nothing was heard are read when the topic is joined again", async () => {
  const user = { ...ada, id: crypto.randomUUID() };
  server.state.answers["/api/notices"] = list(2);
  show(user);
  await unread(2);
  server.state.answers["/api/notices"] = list(5);
  act(() => server.breakOff(`user:${user.id}`));
  await unread(5);
});

test("notices are read after five seconds where nothing can be heard", async () => {
  class Silence {
    readyState = 0;
    send() {}
    close() {}
  }
  vi.stubGlobal("WebSocket", Silence);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  server.state.answers["/api/notices"] = list(4);
  const before = asked("/api/notices");
  show({ ...ada, id: crypto.randomUUID() });
  await act(() => vi.advanceTimersByTimeAsync(4_999));
  expect(document.body.textContent).not.toContain("4");
  expect(asked("/api/notices")).toBe(before);
  await act(() => vi.advanceTimersByTimeAsync(1));
  vi.useRealTimers();
  await unread(4);
});
