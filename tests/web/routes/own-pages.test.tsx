// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { defaultPreferences } from "#contract/account.ts";
import type { Role } from "#contract/auth.ts";
import { adminVideoWith } from "#tests/web/lib/admin-video.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { openRoute } from "#tests/web/lib/at-route.tsx";
import { commentWith } from "#tests/web/lib/comments.ts";
import { isOff } from "#tests/web/lib/off.ts";
import { ada } from "#tests/web/lib/people.ts";
import { recordingWith } from "#tests/web/lib/shared-view.ts";
import { shareWith } from "#tests/web/lib/shares.ts";
import { signedInAsAda } from "#tests/web/lib/signed-in.ts";
import { allPlans, config, plans, subscribed } from "#tests/web/subscriptions/world.ts";
import { devicesQuery, preferencesQuery } from "#web/data/account.ts";
import { configQuery } from "#web/data/config.ts";
import { driveQuery } from "#web/data/drive.ts";
import { secondFactorQuery } from "#web/data/second-factor.ts";
import { signIn } from "#web/lib/session.ts";
import { Route as dashboard } from "#web/routes/_signed-in/dashboard.tsx";
import { Route as settings } from "#web/routes/_signed-in/settings.tsx";
import { Route as subscription } from "#web/routes/_signed-in/subscription.tsx";
import { Route as video } from "#web/routes/_signed-in/video.$id.tsx";
import { Route as theirs } from "#web/routes/admin/videos_.$id.tsx";
import { Route as admin } from "#web/routes/admin.tsx";

signedInAsAda();

const as = (role: Role) => signIn({ token: "t", user: { ...ada, role } });
const recording = recordingWith();
const { id } = recording;
const token = { token: "t", expires_at: "2999-11-22T19:31:00.000Z" };
const media = {
  [`GET /recordings/${id}`]: recording,
  [`POST /recordings/${id}/media-token`]: token,
};
const known = () => {
  const cache = new QueryClient();
  cache.setQueryData(configQuery.queryKey, config);
  return cache;
};

describe("a recording's own page", () => {
  const ann = adminVideoWith().user;
  const open = async (owner = ann, more = {}) => {
    const seen = adminVideoWith({ id, user: owner });
    const asked = answers({ ...media, [`GET /admin/videos/${id}`]: seen, ...more });
    const place = { path: "/video/$id", at: `/video/${id}?t=5`, cache: known() };
    return { ...(await openRoute(video, place)), asked: () => asked.map(([call]) => call) };
  };
  const head = () => screen.findByRole("heading", { name: recording.filename });

  it("is the page of people who are no admins", async () => {
    const { asked, address } = await open();
    await head();
    expect(asked()).not.toContain(`GET /admin/videos/${id}`);
    expect(address()).toBe(`/video/${id}?t=5`);
  });

  it("is an admin's for what is theirs; what is not they see as an admin", async () => {
    as("admin");
    const { id: own, username, email } = ada;
    await open({ id: own, username, email });
    await head();
    cleanup();
    const { address, steps } = await open();
    await expect.poll(address).toBe(`/admin/videos/${id}`);
    expect(steps).toEqual([`REPLACE /admin/videos/${id}`]);
  });

  it("gives away a moment by the link that anyone can open, which is asked for once", async () => {
    const made = shareWith({ recording_id: id, share_token: "made" });
    const list = `GET /recordings/${id}/shares`;
    const make = `POST /recordings/${id}/shares`;
    const { asked } = await open(ann, { [list]: { shares: [] }, [make]: made });
    await head();
    const copy = async () => {
      await userEvent.click(await screen.findByRole("button", { name: "More" }));
      const item = await screen.findByRole("menuitem", { name: "Copy link at this time" });
      await userEvent.click(item);
    };
    await copy();
    await screen.findByText("Link copied");
    expect(await navigator.clipboard.readText()).toMatch(/\/shared\/made\?t=\d+$/);
    await copy();
    expect(asked().filter((call) => call === make)).toHaveLength(1);
  });
});

describe("a recording of somebody else's, for an admin", () => {
  const place = { path: "/admin/videos/$id", at: `/admin/videos/${id}` };
  const theirVideo = { [`GET /admin/videos/${id}`]: adminVideoWith({ id }) };

  it("is shown with its owner, and says where it cannot be reached", async () => {
    as("admin");
    answers({
      ...media,
      ...theirVideo,
      [`GET /recordings/${id}`]: recordingWith({ missing: "gone" }),
    });
    await openRoute(theirs, { ...place, cache: known() });
    await screen.findByText(/^This recording belongs to Ann/);
    expect(screen.getByText("This recording cannot be reached")).toBeDefined();
    expect(document.querySelector("video")).toBeNull();
  });

  it("has threads that an admin marks as its owner does", async () => {
    as("admin");
    const comments = { comments: [commentWith()], total: 1, has_more: false };
    answers({ ...media, ...theirVideo, [`GET /recordings/${id}/comments`]: comments });
    await openRoute(theirs, { ...place, cache: known() });
    await screen.findByRole("button", { name: "Mark this thread done" });
  });
});

describe("the admin area", () => {
  it("shows out who is an admin no more", async () => {
    as("admin");
    answers({});
    const { address } = await openRoute(admin, { path: "/admin", at: "/admin", cache: known() });
    await screen.findByRole("navigation", { name: "Admin" });
    act(() => as("user"));
    await expect.poll(address).toBe("/dashboard");
  });
});

describe("the dashboard", () => {
  it("tells once of a drive that was connected, and keeps nothing of it in its address", async () => {
    answers({});
    const place = { path: "/dashboard", at: "/dashboard?drive=connected", cache: known() };
    const { address, steps } = await openRoute(dashboard, place);
    await screen.findByText("Google Drive connected");
    await expect.poll(address).toBe("/dashboard");
    expect(steps).toEqual(["REPLACE /dashboard"]);
  });
});

describe("the subscription's address", () => {
  const usage = { storage_used_bytes: 0, storage_limit_bytes: 1, used_gb: 0, limit_gb: 1 };
  it.each([
    ["/subscription?paid=plan", "Waiting for your payment"],
    ["/subscription", "Choose Your Plan"],
  ])("at %s leads to: %s", async (at, title) => {
    answers({
      "GET /subscriptions/plans": allPlans,
      "GET /subscriptions/current": subscribed(plans.free, { payments: true }),
      "GET /subscriptions/storage-usage": {
        ...usage,
        percentage: 0,
        available_bytes: 1,
        trash_bytes: 0,
      },
    });
    await openRoute(subscription, { path: "/subscription", at, cache: known() });
    await screen.findByRole("heading", { name: title });
  });
});

describe("the settings", () => {
  async function open(drive: boolean) {
    const cache = known();
    cache.setQueryData(configQuery.queryKey, { ...config, drive });
    cache.setQueryData(preferencesQuery.queryKey, defaultPreferences);
    cache.setQueryData(devicesQuery.queryKey, []);
    const none = { count: 0, bytes: 0 };
    cache.setQueryData(driveQuery.queryKey, {
      ...{ state: "none", email: null, connected_at: null, recordings: none },
      waiting: { ...none, problem: null },
    });
    const factor = { totp: false, passkeys: [], recovery_codes_left: 0 };
    cache.setQueryData(secondFactorQuery.queryKey, factor);
    answers({});
    await openRoute(settings, { path: "/settings", at: "/settings", cache });
    await screen.findByRole("heading", { level: 1, name: "Settings" });
  }

  it.each([true, false])("offer a drive where the server does: %s", async (drive) => {
    await open(drive);
    const connect = screen.getByRole<HTMLButtonElement>("button", { name: /^Connect/ });
    expect(isOff(connect)).toBe(!drive);
    expect(screen.queryByText("Not set up on this server") !== null).toBe(!drive);
  });

  it("begin with the account, and end with how to leave", async () => {
    await open(false);
    const cards = screen.getAllByRole("heading", { level: 2 }).map((head) => head.textContent);
    expect(cards).toEqual([
      ...["Account Information", "Change Password", "Second factor", "Devices"],
      ...["Recording Preferences", "Cloud Storage", "Appearance", "Your data"],
    ]);
  });
});
