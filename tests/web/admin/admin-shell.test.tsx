// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { adminKey } from "#web/data/admin.ts";
import { AdminShell } from "#web/features/shell/admin-shell.tsx";
import { signIn, signOut } from "#web/lib/session.ts";

let server: Awaited<ReturnType<typeof realtimeServer>>;
beforeAll(async () => {
  server = await realtimeServer();
  vi.stubGlobal("requestIdleCallback", (run: () => void) => setTimeout(run));
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  signOut();
});

test("every page of the admin area hears what happens, and reads its data anew", async () => {
  signIn({ token: "t", user: { ...ada, role: "admin" } });
  const cache = new QueryClient();
  const queryKey = [...adminKey, "stats"];
  cache.setQueryData(queryKey, {});
  const parts = { detail: "Admin", tools: null, children: "page" };
  await renderInApp(<AdminShell {...parts} />, { at: "/admin/videos", cache });
  await expect.poll(() => cache.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
