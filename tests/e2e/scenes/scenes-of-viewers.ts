import { at, changed, type Scene } from "./scene.ts";

const people = ["Ada Lovelace", "Donaudampfschifffahrtsgesellschaft".repeat(2)].map((name, at) => ({
  ...{ name, fraction: 0.9 - at / 2, last_at: "2026-01-01T10:00:00Z" },
}));

const viewers = {
  ...{ plays: 1204, unique_viewers: 31, guests: 29, seconds_watched: 9000, average_fraction: 0.62 },
  curve: Array.from({ length: 100 }, (_, at) => 31 - at / 5 + 8 * Math.sin(at / 6)),
  by_day: ["2026-01-01", "2026-01-02"].map((date) => ({ date, plays: 602, seconds: 4500 })),
  by_link: ["For the team", ""].map((label, at) => ({
    share_id: at ? null : "4fd0c1c2-6a1c-4a53-9a3f-0c6c6f4c2e10",
    ...{ label, plays: 602, unique_viewers: 20, seconds: 4500 },
  })),
  by_site: [{ site: "blog.example.com", plays: 40 }],
  people,
};

const panel = (name: string, answer: (of: object) => object, sign: string): Scene => ({
  name,
  who: "owner",
  path: ({ recording }) => `/video/${recording.id}`,
  heading: ({ recording }) => recording.filename,
  arrange: (page) => changed(page, /\/viewers$/, answer),
  async act(page) {
    await page.getByRole("tab", { name: "Viewers" }).click();
    await page.getByText(sign).waitFor();
  },
});

/** One that waits, and one with the longest words that was watched half. */
const recordings = ["How we ship", "Donaudampfschifffahrtsgesellschaft".repeat(3)].map(
  (filename, at) => ({
    recording: {
      id: `4fd0c1c2-6a1c-4a53-9a3f-0c6c6f4c2f1${at}`,
      ...{ filename, original_filename: filename, size: 1000, duration: 90, playable: true },
      ...{ storage_type: "local", thumbnail_path: null, mime_type: "video/webm", status: "ready" },
      ...{ interrupted: false, progress: null, contact_sheet: null, live: null },
      created_at: "2026-01-01T10:00:00Z",
    },
    share_token: "A".repeat(32),
    owner: { username: "Ada Lovelace" },
    first_seen_at: at === 0 ? null : "2026-01-02T10:00:00Z",
    ...{ watched_seconds: at * 45, new: at === 0 },
  }),
);

export const sharedWithMe = { recordings, total: 2, has_more: false };

export const scenesOfViewers: Scene[] = [
  panel("video-viewers", () => viewers, "blog.example.com"),
  panel("video-viewers-none", (of) => of, "Nobody has watched yet"),
  { name: "shared-with-me-none", who: "newcomer", ...at("/shared-with-me", "Shared with me") },
];
