import type { Page } from "@playwright/test";
import { at, changed, type Scene } from "./scene.ts";

/** Folders in one another, one with the longest words. */
const folders = ["Talks", "Donaudampfschifffahrtsgesellschaft".repeat(3), "Old"].map(
  (name, at) => ({
    id: `4fd0c1c2-6a1c-4a53-9a3f-0c6c6f4c2c1${at}`,
    parent_id: at === 0 ? null : `4fd0c1c2-6a1c-4a53-9a3f-0c6c6f4c2c1${at - 1}`,
    ...{ name, recordings: at, created_at: "2026-01-01T10:00:00Z" },
  }),
);

function withFolders(page: Page) {
  return changed(page, /\/api\/folders/, () => ({ folders }));
}

/** The page of a link, as if that were one to a folder; these recordings lie in it, the first one for true. */
const sharedFolder = (name: string, titles: string[], more: Partial<Scene> = {}): Scene => ({
  name,
  path: ({ publicLink }) => `/shared/${publicLink.share_token}`,
  heading: () => "A walk through the quarter",
  arrange: (page) =>
    changed(page, /\/api\/shared\/[\w-]+$/, ({ recording, media: _, is_owner, ...view }) => ({
      ...view,
      ...{ kind: "folder", is_owner, can_edit: false },
      folder: {
        id: is_owner ? folders[0]?.id : null,
        name: "A walk through the quarter",
        recordings: titles.map((filename, at) =>
          at === 0
            ? recording
            : { ...recording, id: `${folders[0]?.id.slice(0, -1)}${at}`, filename },
        ),
      },
    })),
  async act(page) {
    await page.getByRole("list", { name: "Recordings" }).waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor(); // that of the video, which comes by itself
  },
  ...more,
});

const longest = "Donaudampfschifffahrtsgesellschaft".repeat(3);

export const scenesOfFolders: Scene[] = [
  sharedFolder("shared-folder", ["", longest, "Next steps", "And after that"]),
  sharedFolder("shared-folder-own", ["", longest, "Next steps"], { who: "owner" }),
  sharedFolder("shared-folder-empty", [], {
    act: (page) => page.getByText("No recordings yet").waitFor(),
  }),
  {
    name: "library-folders",
    who: "owner",
    ...at(`/my-recordings?folder=${folders[1]?.id}`, "My Videos"),
    arrange: withFolders,
    act: (page) => page.getByRole("button", { name: /^Folder / }).waitFor(),
  },
  {
    name: "library-move",
    who: "owner",
    ...at("/my-recordings", "My Videos"),
    arrange: withFolders,
    async act(page) {
      await page.locator("[data-card]").first().press("m");
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "trash-empty", who: "newcomer", ...at("/trash", "Trash") },
];
