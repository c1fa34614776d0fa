// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ada } from "#tests/web/lib/people.ts";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { Bell } from "#web/features/notices/bell.tsx";
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
