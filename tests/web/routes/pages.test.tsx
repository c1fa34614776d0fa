// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Config } from "#contract/config.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { openRoute } from "#tests/web/lib/at-route.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import { signedInAsAda } from "#tests/web/lib/signed-in.ts";
import { fromMenu } from "#tests/web/recordings/card-menu.ts";
import { configQuery } from "#web/data/config.ts";
import { signOut } from "#web/lib/session.ts";
import { Route as login } from "#web/routes/_guest/login.tsx";
import { Route as register } from "#web/routes/_guest/register.tsx";
import { Route as library } from "#web/routes/_signed-in/my-recordings.tsx";
import { Route as shared } from "#web/routes/_signed-in/shared-with-me.tsx";
import { Route as trash } from "#web/routes/_signed-in/trash.tsx";
import { Route as analytics } from "#web/routes/admin/analytics.tsx";
import { Route as audit } from "#web/routes/admin/audit.tsx";
import { Route as users } from "#web/routes/admin/users.tsx";
import { Route as videos } from "#web/routes/admin/videos.tsx";
import { Route as reset } from "#web/routes/reset-password.tsx";

signedInAsAda();

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const talks = Array.from({ length: 20 }, (_, n) => recordingWith({ filename: `Talk ${n}` }));

describe("a page that is turned", () => {
  const gone = { deleted_at: "2026-11-22T10:00:00Z", purge_at: "2026-12-22T10:00:00Z" };
  const seen = { share_token: "t", owner: { username: "Ben" }, first_seen_at: null };
  it.each([
    ["/trash", trash, talks.map((talk) => ({ ...talk, ...gone }))],
    [
      "/shared-with-me",
      shared,
      talks.map((recording) => ({ recording, ...seen, watched_seconds: 0, new: false })),
    ],
  ])("is in the address of %s, and the first is not", async (path, route, recordings) => {
    const offsets: (string | null)[] = [];
    answers({
      [`GET ${path}`]: (_, query) => {
        offsets.push(query.get("offset"));
        return { recordings, total: 60, has_more: true };
      },
    });
    const { address } = await openRoute(route, { path, at: `${path}?page=3` });
    await press("Previous page");
    await expect.poll(address).toBe(`${path}?page=2`);
    await press("Page 1");
    await expect.poll(address).toBe(path);
    expect([...new Set(offsets)]).toEqual(["40", "20", "0"]);
  });
});

describe("a page beyond the last", () => {
  const config = { cloud_storage: "s3", cloud_name: "Cloud" } as Config; // no more of it is read
  it.each<[string, Parameters<typeof openRoute>[0]]>([
    ["/trash", trash],
    ["/shared-with-me", shared],
    ["/admin/users", users],
    ["/admin/videos", videos],
    ["/admin/audit", audit],
  ])("of %s gives its place to the last", async (path, route) => {
    const nothing = { recordings: [], has_more: false, users: [], videos: [], entries: [] };
    answers({
      [`GET ${path}`]: {
        ...nothing,
        total: 40,
        page: 3,
        per_page: 20,
        total_pages: 2,
        at_least: false,
      },
      "GET /subscriptions/plans": { plans: [] },
    });
    const cache = new QueryClient();
    cache.setQueryData(configQuery.queryKey, config);
    const { steps } = await openRoute(route, { path, at: `${path}?page=3`, cache });
    await expect.poll(() => steps).toEqual([expect.stringMatching(`^REPLACE ${path}[?]page=2`)]);
  });
});

describe("the library", () => {
  it("takes each page as a step, and what is typed as none", async () => {
    answers({
      "GET /recordings": { recordings: talks.slice(0, 10), total: 30, has_more: true },
      "GET /folders": { folders: [] },
      "GET /config": {},
    });
    const path = "/my-recordings";
    const { steps } = await openRoute(library, { path, at: path });
    await press("Next page");
    await expect.poll(() => steps).toEqual([`PUSH ${path}?page=2`]);
    await userEvent.type(await screen.findByLabelText("Search recordings"), "talk");
    await expect.poll(() => steps.at(-1)).toBe(`REPLACE ${path}?search=talk`);
    expect(steps.filter((step) => step.startsWith("PUSH"))).toHaveLength(1);
  });
});

describe("a library in which nothing is left", () => {
  it.each([
    ["?captions=true", "No recordings here"],
    ["?storage=s3", "No recordings here"],
    ["", "No recordings found"],
  ])("by the address %s says so, and leads on", async (search, title) => {
    answers({
      "GET /recordings": { recordings: [], total: 0, has_more: false },
      "GET /folders": { folders: [] },
      "GET /config": {},
    });
    const path = "/my-recordings";
    await openRoute(library, { path, at: `${path}${search}` });
    await screen.findByText(title);
    const all = screen.queryByRole("link", { name: "All recordings" });
    expect(all?.getAttribute("href")).toBe(search ? path : undefined);
  });
});

describe("a recording that lies in a drive which is not connected", () => {
  it("leads from the library to where one is connected", async () => {
    const [talk = recordingWith()] = talks;
    const file = `/recordings/${talk.id}/download`;
    const why = refusal(409, "Google Drive refused the refresh token.");
    answers({
      "GET /recordings": { recordings: [talk], total: 1, has_more: false },
      "GET /folders": { folders: [] },
      [`POST /recordings/${talk.id}/media-token`]: {
        token: "t",
        expires_at: "2999-01-01T00:00:00Z",
      },
      ...{ [`HEAD ${file}`]: why, [`GET ${file}`]: why },
    });
    const path = "/my-recordings";
    const { address } = await openRoute(library, { path, at: path });
    await screen.findByText(talk.filename);
    await fromMenu(talk.filename, "Download");
    await expect.poll(address).toBe("/settings");
  });
});

describe("a list for admins", () => {
  const plans = { "GET /subscriptions/plans": [] };
  it.each([
    ["/admin/users", "/admin/users", { sort: "joined", order: "desc", page: "1", search: null }],
    [
      "/admin/users?sort=email&order=asc&page=2",
      "/admin/users",
      { sort: "email", order: "asc", page: "2", search: null },
    ],
  ])("of people is asked for as %s says", async (at, path, expected) => {
    const asked: Record<string, string | null>[] = [];
    answers({
      ...plans,
      "GET /admin/users": (_, query) => {
        asked.push(
          Object.fromEntries(Object.keys(expected).map((name) => [name, query.get(name)])),
        );
        return { users: [], total: 0, page: 1, per_page: 20, total_pages: 1 };
      },
    });
    await openRoute(users, { path, at });
    await expect.poll(() => asked[0]).toEqual(expected);
  });

  it("of videos knows all storage where the address names one that is not there", async () => {
    const asked: (string | null)[] = [];
    answers({
      "GET /admin/videos": (_, query) => {
        asked.push(query.get("storage"));
        return { videos: [], total: 0, page: 1, per_page: 20, total_pages: 1, at_least: false };
      },
    });
    const path = "/admin/videos";
    const cache = new QueryClient();
    const config = { cloud_storage: "s3", cloud_name: "Cloud" } as Config; // no more of it is read
    cache.setQueryData(configQuery.queryKey, config);
    const { steps } = await openRoute(videos, { path, at: `${path}?storage=moon`, cache });
    await screen.findByText("No recordings found");
    expect(screen.getByLabelText("Storage").textContent).toBe("All storage");
    await userEvent.type(screen.getByLabelText("Search filename or username"), "a");
    await expect.poll(() => steps.at(-1)).toMatch(/^REPLACE .*search=a/);
  });

  it("of figures names another period than the usual one in its address", async () => {
    answers({});
    const path = "/admin/analytics";
    const { steps } = await openRoute(analytics, { path, at: path });
    const period = async (name: string) =>
      userEvent.click(await screen.findByRole("radio", { name }));
    await period("7 days");
    await expect.poll(() => steps).toEqual([`REPLACE ${path}?period=7days`]);
    await period("30 days");
    await expect.poll(() => steps.at(-1)).toBe(`REPLACE ${path}`);
  });
});

describe("a way in", () => {
  const offer = { sign_up: "open", allowed_domains: [], first: false, invitation: null };
  const server = (part: object) =>
    answers({ "GET /sign-up": { ...offer, ...part }, "GET /config": {} });

  it("leads to the first account where there is none yet, and keeps where somebody was going", async () => {
    signOut();
    server({ first: true });
    const at = "/login?redirect=%2Fvideo%2F1";
    const { address } = await openRoute(login, { path: "/login", at });
    await expect.poll(address).toBe("/register?redirect=%2Fvideo%2F1");
  });

  it.each([
    ["there are accounts", () => server({})],
    ["the server does not answer", () => answers({ "GET /sign-up": refusal(503, "Away") })],
  ])("asks who somebody is where %s", async (_, given) => {
    signOut();
    given();
    const { address } = await openRoute(login, { path: "/login", at: "/login" });
    await screen.findByRole("heading", { name: "Welcome Back" });
    expect(address()).toBe("/login");
  });

  it("asks about the invitation in its address, and fills in whom it is for", async () => {
    signOut();
    const asked = answers({
      "GET /config": {},
      "GET /sign-up": (_, query) => ({
        ...offer,
        sign_up: "invitation",
        invitation: query.get("invitation") === "i" ? { email: "ben@example.com" } : null,
      }),
    });
    await openRoute(register, { path: "/register", at: "/register?invitation=i" });
    const email = await screen.findByLabelText<HTMLInputElement>("Email");
    expect(email.value).toBe("ben@example.com");
    expect(asked.map(([call]) => call)).toContain("GET /sign-up");
  });

  it("by a letter brings the token of its address, and leads to the recordings", async () => {
    signOut();
    const session = { token: "t", user: ada, connections: [] };
    const asked = answers({ "POST /auth/reset-password": session, "GET /config": {} });
    const { address } = await openRoute(reset, {
      path: "/reset-password",
      at: "/reset-password#of-the-letter",
    });
    await userEvent.type(await screen.findByLabelText("New password"), "a new one");
    await press("Change Password");
    await expect.poll(address).toBe("/dashboard");
    expect(asked[0]).toEqual([
      "POST /auth/reset-password",
      { password: "a new one", token: "of-the-letter" },
    ]);
  });
});
