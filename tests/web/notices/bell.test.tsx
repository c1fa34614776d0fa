// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { noticesQuery } from "#web/data/notices.ts";
import { Bell } from "#web/features/notices/bell.tsx";
import { createQueryClient } from "#web/lib/query.ts";
import { signIn, signOut } from "#web/lib/session.ts";

let server: Awaited<ReturnType<typeof realtimeServer>>;
beforeEach(async () => {
  server = await realtimeServer();
  signIn({ token: "t", user: ada });
});
afterEach(() => {
  cleanup();
  signOut();
  server.stop();
});

test("notices are read once, when it is heard what changes them, however many bells a page has", async () => {
  const list = { notices: [], has_more: false, unread_count: 2 };
  server.state.answers = { "/api/notices": list };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Bell />
      <Bell />
    </QueryClientProvider>,
  );
  await expect.poll(() => screen.queryAllByLabelText("Notices, 2 new").length).toBe(2);
  expect(server.state.joined).toEqual([`user:${ada.id}`]);
  expect(server.state.asked.filter((path) => path === "/api/notices")).toHaveLength(1);
});

test("opening the bell reads what it shows, and what was new is marked until it closes", async () => {
  const notice = {
    ...{ id: "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a05", kind: "video_deleted", recording_id: null },
    ...{ recording_title: "Demo", comment_id: null, excerpt: null, actor: null, share_token: null },
    ...{ share_label: null, created_at: "2026-11-22T09:00:00Z", read_at: null },
  };
  const shown = { notices: [notice], has_more: false, unread_count: 1 };
  server.state.answers = { "/api/notices": shown, "/api/notices/read": { unread_count: 0 } };
  const asked = (path: string) => server.state.asked.filter((one) => one === path).length;
  const cache = createQueryClient();
  render(
    <QueryClientProvider client={cache}>
      <Bell />
    </QueryClientProvider>,
  );
  const bell = await screen.findByLabelText(/^Notices/);
  expect(asked("/api/notices/read")).toBe(0);
  fireEvent.click(bell);
  expect((await screen.findByRole("listitem")).textContent).toMatch(
    /^New: An admin has deleted Demo/,
  );
  await expect.poll(() => bell.getAttribute("aria-label")).toBe("Notices");
  expect(asked("/api/notices/read")).toBe(1);
  expect(screen.getByRole("listitem").textContent).toMatch(/^New: /);
  const before = asked("/api/notices");
  const read = { ...notice, read_at: "2026-11-22T09:01:00Z" };
  server.state.answers["/api/notices"] = { ...shown, notices: [read], unread_count: 0 };
  fireEvent.click(bell);
  await expect.poll(() => screen.queryByRole("listitem")).toBeNull();
  await expect.poll(() => asked("/api/notices")).toBe(before + 1);
  await expect.poll(() => cache.isFetching()).toBe(0);
  fireEvent.click(bell);
  expect((await screen.findByRole("listitem")).textContent).toMatch(/^An admin has deleted Demo/);
});

test("what was seen is not new once more where the list is opened again before it is read anew", async () => {
  const notice = {
    ...{ id: ada.id, kind: "video_deleted", recording_id: null, recording_title: "Demo" },
    ...{ actor: null, comment_id: null, excerpt: null, share_token: null, share_label: null },
    ...{ created_at: "2026-11-22T09:00:00Z", read_at: null },
  };
  const shown = { notices: [notice], has_more: false, unread_count: 1 };
  server.state.answers = { "/api/notices": shown, "/api/notices/read": { unread_count: 0 } };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Bell />
    </QueryClientProvider>,
  );
  const bell = await screen.findByLabelText(/^Notices/);
  fireEvent.click(bell);
  expect((await screen.findByRole("listitem")).textContent).toMatch(/^New: /);
  await expect.poll(() => bell.getAttribute("aria-label")).toBe("Notices");
  server.state.isAway = true;
  fireEvent.click(bell);
  await expect.poll(() => screen.queryByRole("listitem")).toBeNull();
  fireEvent.click(bell);
  expect((await screen.findByRole("listitem")).textContent).toMatch(/^An admin has deleted Demo/);
});

test("the list closes for a notice that is followed", async () => {
  const about = { recording_id: ada.id, recording_title: "Demo", comment_id: null };
  const notice = {
    ...{ id: "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a05", kind: "comment", ...about },
    ...{ excerpt: "Well done", actor: { username: "Ben", profile_picture: null } },
    ...{ share_token: null, share_label: null, created_at: "2026-11-22T09:00:00Z" },
    read_at: "2026-11-22T09:01:00Z",
  };
  const list = { notices: [notice], has_more: false, unread_count: 0 };
  server.state.answers = { "/api/notices": list };
  const cache = new QueryClient();
  cache.setQueryDefaults(noticesQuery.queryKey, { staleTime: 30_000 }); // as everywhere in the app
  await renderInApp(<Bell />, { cache, asks: true });
  fireEvent.click(await screen.findByLabelText("Notices"));
  const link = await screen.findByRole("link");
  expect(link.textContent).toMatch(/^BBen commented on Demo.*Well done/);
  const reads = () => server.state.asked.filter((path) => path === "/api/notices").length;
  const before = reads();
  fireEvent.click(link);
  await expect.poll(() => screen.queryByRole("link")).toBeNull();
  await expect.poll(reads, { message: "it may have been the only new one" }).toBe(before + 1);
  expect(server.state.asked, "there was nothing new").not.toContain("/api/notices/read");
});
