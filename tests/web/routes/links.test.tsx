// @vitest-environment happy-dom
import type { AnyRoute } from "@tanstack/react-router";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, onTestFinished, test, vi } from "vitest";
import type { SharedFolder, SharedView } from "#contract/shares.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { openRoute } from "#tests/web/lib/at-route.tsx";
import { commentWith } from "#tests/web/lib/comments.ts";
import { ada } from "#tests/web/lib/people.ts";
import { recordingWith, viewWith } from "#tests/web/lib/shared-view.ts";
import { subtitleWith } from "#tests/web/lib/subtitles.ts";
import { signIn, signOut } from "#web/lib/session.ts";
import { guestKey } from "#web/lib/share-scope.ts";
import { Route as embed } from "#web/routes/embed.$shareToken.tsx";
import { Route as shared } from "#web/routes/shared.$shareToken.tsx";
import { Route as edit } from "#web/routes/shared.$shareToken_.edit.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {}); // no realtime here
  await loadToasts();
});
afterEach(() => {
  cleanup();
  signOut();
});

const LINK = "GET /shared/link";
const token = { token: "t", expires_at: "2999-11-22T19:31:00.000Z" };
const path = "/shared/$shareToken";
const button = (name: string) => screen.findByRole("button", { name });
const title = () => screen.getByRole("heading", { level: 1 }).textContent;
const film = () => document.querySelector("video");

describe("a folder behind a link", () => {
  const id = (n: number) => `3f2b8a54-0d5e-4b7e-9f63-00000000000${n}`;
  const recordings = [1, 2].map((n) => recordingWith({ id: id(n), filename: `Talk ${n}` }));
  async function open(at: string) {
    const { recording: _, media: __, ...rights } = viewWith();
    const view: SharedFolder = {
      ...rights,
      kind: "folder",
      folder: { id: null, name: "Talks", recordings },
    };
    answers({
      [LINK]: view,
      ...Object.fromEntries(
        recordings.map((one) => [`POST /recordings/${one.id}/media-token`, token]),
      ),
    });
    const opened = await openRoute(shared, { path, at });
    await expect.poll(film).not.toBeNull();
    return opened;
  }

  it.each([
    ["/shared/link", "Talk 1"],
    [`/shared/link?v=${id(2)}`, "Talk 2"],
    ["/shared/link?v=gone", "Talk 1"],
  ])("at %s shows %s, which waits to be played", async (at, name) => {
    await open(at);
    expect(title()).toBe(name);
    expect(film()?.autoplay).toBe(false);
  });

  it("goes on with the next film where one ends, and stays with the last", async () => {
    const { address } = await open("/shared/link");
    fireEvent.ended(film() ?? document.body);
    await expect.poll(address).toBe(`/shared/link?v=${id(2)}`);
    await expect.poll(title).toBe("Talk 2");
    expect(film()?.autoplay).toBe(true);
    fireEvent.ended(film() ?? document.body);
    await userEvent.click(screen.getByRole("link", { name: /Talk 1/ }));
    await expect.poll(title).toBe("Talk 1");
    expect(address()).toBe(`/shared/link?v=${id(1)}`);
    expect(film()?.autoplay, "it was chosen").toBe(false);
  });

  it("gives away a moment with the film that it is in", async () => {
    await open(`/shared/link?v=${id(2)}`);
    await userEvent.click(await button("More"));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Copy link at this time" }));
    await screen.findByText("Link copied");
    const url = new URL(await navigator.clipboard.readText());
    expect([url.pathname, url.search]).toEqual(["/shared/link", `?v=${id(2)}&t=0`]);
  });
});

describe("a film behind a link", () => {
  const { recording } = viewWith();
  const comments = `GET /recordings/${recording.id}/comments`;
  async function open(part: Partial<SharedView>, status: "ready" | "queued" = "queued") {
    const subtitles = [subtitleWith({ status })];
    answers({
      [LINK]: viewWith(part),
      [`GET /recordings/${recording.id}/subtitles`]: { subtitles },
      [comments]: { comments: [commentWith()], total: 1, has_more: false },
    });
    const opened = await openRoute(shared, { path, at: "/shared/link" });
    await expect.poll(film).not.toBeNull();
    return opened;
  }

  it.each([
    [false, "Sign in to answer"],
    [true, "Take part"],
  ])(
    "lets people without an account take part only where its link does: %s",
    async (may, words) => {
      await open({ guests_may_comment: may });
      await screen.findByText(words);
      expect(screen.queryByText(may ? "Sign in to answer" : "Take part")).toBeNull();
    },
  );

  it.each([true, false])("offers the file only where it may be downloaded: %s", async (may) => {
    await open({ can_download: may });
    expect(film()?.getAttribute("controlslist")).toBe(may ? null : "nodownload");
  });

  it.each(["ready", "queued"] as const)(
    "has a transcript once there is one: %s",
    async (status) => {
      await open({}, status);
      await screen.findByText("Sign in to answer");
      const isThere = status === "ready";
      await expect
        .poll(() => screen.queryByRole("tab", { name: "Transcript" }) !== null)
        .toBe(isThere);
    },
  );

  it.each([true, false])("has threads that those who may edit mark as done: %s", async (may) => {
    signIn({ token: "t", user: ada });
    await open({ can_comment: true, can_edit: may, permission_type: "edit" });
    await screen.findByRole("article");
    const mark = () => screen.queryByRole("button", { name: "Mark this thread done" }) !== null;
    await expect.poll(mark).toBe(may);
  });

  it.each([
    [true, true],
    [true, false],
    [false, true],
  ])(
    "offers what was said as a guest to whoever may comment now: %s, %s",
    async (may, wasGuest) => {
      const key = guestKey("link");
      if (wasGuest) key.write({ guest_token: "g", name: "Gus" });
      onTestFinished(key.remove);
      await open({ can_comment: may });
      const isOffered = () => screen.queryByRole("button", { name: "Move to my account" }) !== null;
      await screen.findByRole("region", { name: "Comments" });
      await expect.poll(isOffered).toBe(may && wasGuest);
    },
  );

  it("gives away a moment by the same link", async () => {
    await open({});
    await userEvent.click(await button("More"));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Copy link at this time" }));
    await screen.findByText("Link copied");
    expect(await navigator.clipboard.readText()).toMatch(/\/shared\/link\?t=0$/);
  });
});

describe("in a frame of another page", () => {
  const open = (view: object) => {
    answers({ [LINK]: view });
    return openRoute(embed, { path: "/embed/$shareToken", at: "/embed/link" });
  };

  it.each([true, false])("offers the file only where it may be downloaded: %s", async (may) => {
    await open(viewWith({ can_download: may }));
    await expect.poll(film).not.toBeNull();
    expect(film()?.getAttribute("controlslist")).toBe(may ? null : "nodownload");
  });

  it("a folder has no room, and leads to its page", async () => {
    const { recording: _, media: __, ...rights } = viewWith();
    await open({ ...rights, kind: "folder", folder: { id: null, name: "Talks", recordings: [] } });
    const way = await screen.findByRole("link", { name: "Watch this folder on Kinora" });
    expect(way.getAttribute("href")).toBe("/shared/link");
  });
});

describe("what is watched through a link", () => {
  const watched = `POST /recordings/${viewWith().recording.id}/watched`;
  it.each<[string, boolean, AnyRoute, string, string]>([
    ["its page", false, shared, path, "/shared/link"],
    ["its page", true, shared, path, "/shared/link"],
    ["a frame", false, embed, "/embed/$shareToken", "/embed/link"],
    ["a frame", true, embed, "/embed/$shareToken", "/embed/link"],
  ])(
    "on %s is told to its owner, unless they watch themselves: %s",
    async (_, isOwner, route, path, at) => {
      const asked = answers({ [LINK]: viewWith({ is_owner: isOwner }) });
      await openRoute(route, { path, at });
      await expect.poll(film).not.toBeNull();
      await act(async () => {}); // the player listens by now
      let second = 0;
      Object.defineProperties(film(), {
        paused: { get: () => false },
        currentTime: { get: () => second, set: () => {} },
      });
      fireEvent.playing(film() ?? document.body);
      second = 3;
      fireEvent.timeUpdate(film() ?? document.body);
      cleanup();
      const told = () => asked.filter(([call]) => call === watched).map(([, body]) => body);
      const range = { n: 1, ranges: [[0, 3]] };
      await expect.poll(told).toMatchObject(isOwner ? [] : [range]);
    },
  );
});

test("the editor of a link opens only for those who may edit", async () => {
  signIn({ token: "t", user: ada });
  answers({ [LINK]: viewWith({ permission_type: "edit" }) });
  const place = { path: "/shared/$shareToken/edit", at: "/shared/link/edit" };
  const { address } = await openRoute(edit, place);
  await expect.poll(address).toBe("/shared/link");
  cleanup();
  answers({ [LINK]: viewWith({ permission_type: "edit", can_edit: true }) });
  const opened = await openRoute(edit, place);
  await screen.findByRole("link", { name: "Recording" });
  expect(opened.address()).toBe("/shared/link/edit");
});

test("the editor of a link that cannot be drawn brings the landmark of the page with it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {}); // React tells of the error, too
  const place = { path: "/shared/$shareToken/edit", at: "/shared/link/edit" };
  answers({ [LINK]: viewWith({ permission_type: "edit", can_edit: true }) });
  const Editor = edit.options.component;
  edit.update({
    component: () => {
      throw new Error("It cannot be drawn.");
    },
  });
  onTestFinished(() => void edit.update({ component: Editor }));
  await openRoute(edit, place);
  expect(within(await screen.findByRole("main")).getByRole("alert")).toBeDefined();
});
