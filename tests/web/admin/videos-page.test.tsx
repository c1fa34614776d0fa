// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, test, vi } from "vitest";
import type { z } from "zod";
import type { AdminVideo, VideoPage } from "#contract/admin-videos.ts";
import { adminVideoWith } from "#tests/web/lib/admin-video.ts";
import { answering, refusal } from "#tests/web/lib/answering.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { withToasts } from "#tests/web/lib/toasts.ts";
import { config } from "#tests/web/subscriptions/world.ts";
import { videosQuery } from "#web/data/admin-videos.ts";
import { VideoPicture, VideosPage } from "#web/features/admin/videos/videos-page.tsx";

withToasts();

const video = (filename: string, differs: Partial<AdminVideo> = {}) =>
  adminVideoWith({ filename, ...differs });
const page = (videos: AdminVideo[], at_least = false): z.infer<typeof VideoPage> => ({
  ...{ videos, total: videos.length, page: 2, per_page: 20, total_pages: 3, at_least },
});
const [one, two, three] = [
  video("One", { has_subtitles: true, storage_type: "google_drive" }),
  video("Two", { duration_seconds: null }),
  video("Three", { storage_type: "s3" }),
];
const all = [one, two, three];

const usual = { page: 2, search: "", storage: "all", owner: undefined } as const;
type Shown = Parameters<typeof VideosPage>[0]["shown"];
const changes: unknown[] = [];
const downloads: string[] = [];
async function open(answer: z.infer<typeof VideoPage>, differs: Partial<Shown> = {}) {
  const cache = new QueryClient();
  const now: Shown = { ...usual, ...differs };
  cache.setQueryData(videosQuery(now).queryKey, answer);
  changes.length = 0;
  downloads.length = 0;
  await renderInApp(
    <VideosPage
      shown={now}
      config={config}
      onChange={(next) => changes.push(next)}
      onDownload={(id) => downloads.push(id)}
    />,
    { cache },
  );
  return { cache };
}
const rows = () => screen.getAllByRole("row").slice(1);
const box = (name: string) => screen.getByRole("checkbox", { name });
const states = () => screen.getAllByRole("checkbox").map((one) => one.getAttribute("aria-checked"));
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const choose = async (filename: string, act: string) => {
  await press(`Actions for ${filename}`);
  await userEvent.click(await screen.findByRole("menuitem", { name: act }));
};
const writes = (asked: string[]) => asked.filter((one) => !one.startsWith("GET"));

describe("the list of videos", () => {
  it("says of each what an admin looks for", async () => {
    await open(page(all));
    const cells = rows().map((row) =>
      within(row)
        .getAllByRole("cell")
        .slice(1, 7)
        .map((cell) => cell.lastChild?.textContent),
    );
    const whose = ["Annann@x.org", "1.5 MB"];
    expect(cells).toEqual([
      ["OneCC", ...whose, "1:15", "Google Drive", "Nov 20, 2026"],
      ["Two", ...whose, "Unknown", "This server", "Nov 20, 2026"],
      ["Three", ...whose, "1:15", "Cloud", "Nov 20, 2026"],
    ]);
    for (const row of rows()) expect(within(row).getAllByRole("button")).toHaveLength(1);
    await choose("Two", "Download");
    expect(downloads).toEqual([two.id]);
    await press("Actions for Two");
    const view = await screen.findByRole("menuitem", { name: "View" });
    expect(view.getAttribute("href")).toBe(`/admin/videos/${two.id}`);
  });

  it("begins at its first page again when it is narrowed, and says that there may be more", async () => {
    await open(page(all, true), { search: "o" });
    expect(screen.getByText(/^Only the newest 3 are shown/)).toBeDefined();
    await userEvent.type(screen.getByRole("searchbox"), "n");
    await userEvent.click(screen.getByRole("combobox", { name: "Storage" }));
    await userEvent.click(await screen.findByRole("option", { name: "Google Drive" }));
    await press("Next page");
    const narrowed = { ...usual, search: "o" };
    expect(changes).toEqual([
      { ...narrowed, page: 1, search: "on" },
      { ...narrowed, page: 1, storage: "google_drive" },
      { ...narrowed, page: 3 },
    ]);
  });

  it.each<[Partial<Shown>, RegExp]>([
    [{}, /^Recordings and imports of all people appear here/],
    [{ search: "x" }, /^Search for a part/],
    [{ storage: "s3" }, /^Search for a part/],
    [{ owner: crypto.randomUUID() }, /^Search for a part/],
  ])("that is empty, of %j, says what to do", async (differs, words) => {
    await open(page([]), differs);
    expect(screen.getByText("No recordings found")).toBeDefined();
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.queryByText(/^Only the newest/)).toBeNull();
  });

  it("of one person says whose it is", async () => {
    await open(page(all), { owner: one.user.id });
    expect(screen.getByText("The recordings and imports of Ann.")).toBeDefined();
  });
});

describe("selected videos", () => {
  it("are counted; the box above is on where all are, and partly where some are", async () => {
    await open(page(all));
    expect(states()).toEqual(["false", "false", "false", "false"]);
    await userEvent.click(box("Select Two"));
    expect(states()).toEqual(["mixed", "false", "true", "false"]);
    expect(screen.getByText("1 selected")).toBeDefined();
    await userEvent.click(box("Select the page"));
    expect(states()).toEqual(["true", "true", "true", "true"]);
    expect(screen.getByText("3 selected")).toBeDefined();
    await userEvent.click(box("Select One"));
    expect(states()).toEqual(["mixed", "false", "true", "true"]);
    await userEvent.click(box("Select the page"));
    await userEvent.click(box("Select the page"));
    expect(states()).toEqual(["false", "false", "false", "false"]);
  });

  it("are deleted after asking once, all in one call, and are selected no more", async () => {
    const asked = answering({
      "GET /admin/videos": () => page(all),
      "POST /admin/videos/delete": () => ({ deleted: [one.id, three.id], failed: [] }),
    });
    await open(page(all));
    await press("Delete selected");
    await screen.findByText("No videos selected");
    await userEvent.click(box("Select One"));
    await userEvent.click(box("Select Three"));
    await press("Delete selected");
    await screen.findByRole("alertdialog", { name: "Delete 2 selected videos?" });
    expect(writes(asked)).toEqual([]);
    await press("Confirm");
    await screen.findByText("2 videos deleted");
    const ids = JSON.stringify({ ids: [one.id, three.id] });
    expect(writes(asked)).toEqual([`POST /admin/videos/delete ${ids}`]);
    await waitFor(() => expect(states()).not.toContain("true"));
    await waitFor(() => expect(asked.some((call) => call.startsWith("GET"))).toBe(true));
  });

  it("that are no longer shown are not deleted", async () => {
    const asked = answering({
      "GET /admin/videos": () => page([two, three]),
      "POST /admin/videos/delete": () => ({ deleted: [two.id], failed: [] }),
    });
    const { cache } = await open(page(all));
    await userEvent.click(box("Select One"));
    await userEvent.click(box("Select Two"));
    cache.setQueryData(videosQuery(usual).queryKey, page([two, three]));
    await screen.findByText("1 selected");
    await press("Delete selected");
    await screen.findByRole("alertdialog");
    await press("Confirm");
    await screen.findByText("1 video deleted");
    expect(writes(asked)).toEqual([
      `POST /admin/videos/delete ${JSON.stringify({ ids: [two.id] })}`,
    ]);
  });

  it("of which some cannot be deleted are told of, with the reason", async () => {
    answering({
      "GET /admin/videos": () => page(all),
      "POST /admin/videos/delete": () => ({
        deleted: [one.id],
        failed: [{ id: two.id, error: "It is being moved" }],
      }),
    });
    await open(page(all));
    await userEvent.click(box("Select the page"));
    await press("Delete selected");
    await screen.findByRole("alertdialog");
    await press("Confirm");
    await screen.findByText("1 video deleted");
    await screen.findByText("It is being moved");
  });

  it("stay selected where nothing was deleted", async () => {
    answering({
      "GET /admin/videos": () => page(all),
      "POST /admin/videos/delete": () => refusal(403, "Not now"),
    });
    await open(page(all));
    await userEvent.click(box("Select One"));
    await press("Delete selected");
    await screen.findByRole("alertdialog");
    await press("Confirm");
    await screen.findByText("Not now");
    expect(states()).toEqual(["mixed", "true", "false", "false"]);
  });

  it("are others than the one whose own button is pressed", async () => {
    const asked = answering({
      "GET /admin/videos": () => page(all),
      [`DELETE /admin/videos/${two.id}`]: () => ({ success: true }),
    });
    await open(page(all));
    await userEvent.click(box("Select One"));
    await choose("Two", "Delete");
    await screen.findByRole("alertdialog", { name: "Are you sure you want to delete this video?" });
    await press("Confirm");
    await screen.findByText("Recording deleted");
    expect(writes(asked)).toEqual([`DELETE /admin/videos/${two.id}`]);
  });
});

test("a picture is let go with the row that showed it", async () => {
  const released: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:picture");
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void released.push(url));
  const fetched: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    fetched.push(url);
    return new Response(new Blob(["x"], { type: "image/jpeg" }));
  });
  const { container, unmount } = await renderInApp(
    <VideoPicture video={video("One", { thumbnail_url: "/api/recordings/1/thumbnail" })} />,
    { asks: true },
  );
  await waitFor(() =>
    expect(container.querySelector("img")?.getAttribute("src")).toBe("blob:picture"),
  );
  expect(released).toEqual([]);
  unmount();
  expect(released).toEqual(["blob:picture"]);
  await renderInApp(<VideoPicture video={video("Two")} />, { asks: true });
  expect(fetched).toHaveLength(1);
  vi.restoreAllMocks();
});
