import type { Page } from "@playwright/test";
import type { World } from "#tests/e2e/support/world.ts";
import { anyAddress } from "#tests/support/any-address.ts";
import { busyMonth } from "./busy-month.ts";
import { busyServer } from "./busy-server.ts";
import { at, changed, type Scene } from "./scene.ts";
import { sharedWithMe } from "./scenes-of-viewers.ts";

/** The page at each address of the router; `/` leads on to another. */
const byAddress = {
  "/login": { name: "login", ...at("/login", "Welcome Back") },
  "/register": { name: "register", ...at("/register", "Create Account") },
  "/forgot-password": {
    name: "forgot-password",
    ...at("/forgot-password", "Forgot Password"),
    act: (page) => page.getByText("bun run admin password").waitFor(),
  },
  "/reset-password": {
    name: "reset-password",
    ...at("/reset-password#letter", "Choose a New Password"),
  },

  "/dashboard": { name: "home", who: "owner", ...at("/dashboard", /^Welcome/) },
  "/new-recording": { name: "record", who: "owner", ...at("/new-recording", "New Recording") },
  "/my-recordings": { name: "library", who: "owner", ...at("/my-recordings", "My Videos") },
  "/shared-with-me": {
    name: "shared-with-me",
    who: "owner",
    ...at("/shared-with-me", "Shared with me"),
    arrange: (page) => changed(page, /\/api\/shared-with-me/, () => sharedWithMe),
    act: (page) => page.getByText("New", { exact: true }).waitFor(),
  },
  "/trash": {
    name: "trash",
    who: "owner",
    ...at("/trash", "Trash"),
    // The people of the other scenes keep their recordings.
    arrange: (page) =>
      changed(page, /\/api\/trash/, (trash) => ({
        ...trash,
        recordings: thrown,
        total: thrown.length,
      })),
    act: (page) => page.getByRole("button", { name: "Empty trash" }).waitFor(),
  },
  "/video/$id": {
    name: "video",
    who: "owner",
    path: ({ recording }) => `/video/${recording.id}`,
    heading: title,
  },
  "/video/$id/edit": {
    name: "edit",
    who: "owner",
    path: ({ recording }) => `/video/${recording.id}/edit`,
    heading: title,
    act: (page) => page.getByRole("option").first().waitFor(),
  },
  "/subscription": { name: "subscription", who: "owner", ...at("/subscription", "Subscription") },
  "/settings": { name: "settings", who: "owner", ...at("/settings", "Settings") },
  "/auth/google-drive/callback": {
    name: "places-not-connected",
    who: "newcomer",
    ...at("/auth/google-drive/callback?error=access_denied", "Connection failed. Redirecting..."),
    arrange: (page) => page.addInitScript(nobodyLeaves),
  },

  "/shared/$shareToken": {
    name: "shared",
    path: ({ publicLink }) => `/shared/${publicLink.share_token}`,
    heading: title,
  },
  "/shared/$shareToken/edit": {
    name: "shared-edit",
    who: "superAdmin",
    path: ({ editLink }) => `/shared/${editLink.share_token}/edit`,
    heading: title,
    act: (page) => page.getByRole("slider", { name: "Start" }).waitFor(),
  },
  "/embed/$shareToken": {
    name: "embed",
    path: ({ publicLink }) => `/embed/${publicLink.share_token}`,
    heading: title,
    act: (page) => page.getByRole("button", { name: "Play", exact: true }).waitFor(),
  },

  "/admin": { name: "admin", who: "superAdmin", ...at("/admin", "Dashboard Overview") },
  "/admin/users": { name: "admin-users", who: "superAdmin", ...at("/admin/users", /^All Users/) },
  "/admin/users/$id": {
    name: "admin-person",
    who: "superAdmin",
    path: ({ owner }) => `/admin/users/${owner.user.id}`,
    heading: ({ owner }) => owner.username,
    act: (page) => page.getByText("Plan", { exact: true }).first().waitFor(),
  },
  "/admin/videos": {
    name: "admin-videos",
    who: "superAdmin",
    ...at("/admin/videos", "Video Management"),
  },
  "/admin/videos/$id": {
    name: "admin-video",
    who: "superAdmin",
    path: ({ recording }) => `/admin/videos/${recording.id}`,
    heading: title,
    act: (page) => page.getByText(/You see it as an admin/).waitFor(),
  },
  "/admin/analytics": {
    name: "admin-analytics",
    who: "superAdmin",
    ...at("/admin/analytics", "Content Analytics"),
    arrange: busyMonth,
  },
  "/admin/audit": {
    name: "admin-audit",
    who: "superAdmin",
    ...at("/admin/audit", "Audit Log"),
    arrange: failedSignIn,
    act: (page) => page.getByText("Sign-in failed").last().waitFor(),
  },
  "/admin/operations": {
    name: "admin-operations",
    who: "superAdmin",
    ...at("/admin/operations", "Operations"),
    arrange: busyServer,
  },
  "/admin/server": {
    name: "admin-server",
    who: "superAdmin",
    ...at("/admin/server", "Server Settings"),
  },
} satisfies Record<string, Scene>;

/** A recording in the trash, as the server says it, and one with the longest words. */
const thrown = ["A walk through the quarter", "Donaudampfschifffahrtsgesellschaft".repeat(4)].map(
  (filename, at) => ({
    id: `4fd0c1c2-6a1c-4a53-9a3f-0c6c6f4c2b1${at}`,
    ...{ filename, original_filename: "clip.webm", size: 48_000_000, duration: 125, width: 1280 },
    ...{ height: 720, mime_type: "video/webm", video_codec: "vp9", audio_codec: "opus" },
    ...{ status: "ready", failure: null, interrupted: false, playable: true, progress: null },
    ...{ storage_type: "s3", moving: null, missing: null, thumbnail_path: null },
    ...{ contact_sheet: null, comment_count: 2, view_count: 5, folder_id: null },
    ...{ edited: false, live: null },
    ...{ created_at: "2026-01-01T10:00:00Z", updated_at: "2026-01-01T10:00:00Z" },
    ...{ deleted_at: "2026-01-02T10:00:00Z", purge_at: "2026-02-01T10:00:00Z" },
  }),
);

export const pages: Scene[] = Object.values(byAddress);

export const trashScene: Scene = byAddress["/trash"];

/** A page that leaves by itself stays to be looked at. */
export function nobodyLeaves() {
  const start = window.setTimeout;
  const held = [1_500, 2_000];
  const hold = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
    held.includes(ms ?? 0) ? 0 : start(run, ms, ...rest);
  Object.assign(window, { setTimeout: hold });
}

let failed: Promise<unknown> | undefined;

/** Somebody tries a password that is not theirs; once for all windows, as a later row would move those before it. */
function failedSignIn(page: Page) {
  failed ??= page.request.post("/api/auth/login", {
    data: { email: "ada.lovelace@example.com", password: "a guess" },
    headers: { "X-Forwarded-For": anyAddress() },
  });
  return failed;
}

function title({ recording }: World) {
  return recording.filename;
}
