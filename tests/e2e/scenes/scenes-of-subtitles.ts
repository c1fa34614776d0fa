import type { Page } from "@playwright/test";
import { openSubtitles } from "#tests/e2e/support/subtitles.ts";
import type { World } from "#tests/e2e/support/world.ts";
import { at, changed, type Scene } from "./scene.ts";

const video = {
  who: "owner" as const,
  path: ({ recording }: World) => `/video/${recording.id}`,
  heading: ({ recording }: World) => recording.filename,
};

/** The words of a video: made, corrected, read along. */
export const scenesOfSubtitles: Scene[] = [
  {
    ...video,
    name: "transcript",
    arrange: withChapters,
    async act(page) {
      await page.getByRole("tab", { name: "Transcript" }).click();
      await page.getByRole("list", { name: "Transcript" }).waitFor();
      await page.getByRole("list", { name: "Chapters" }).waitFor();
    },
  },
  {
    name: "shared-transcript",
    path: ({ publicLink }) => `/shared/${publicLink.share_token}`,
    heading: ({ recording }) => recording.filename,
    async act(page) {
      await page.getByRole("tab", { name: "Transcript" }).click();
      await page.getByRole("list", { name: "Transcript" }).waitFor();
    },
  },
  {
    ...video,
    name: "subtitles-locked",
    async act(page) {
      await openSubtitles(page);
      await page.getByRole("link", { name: "Unlock subtitles" }).waitFor();
    },
  },
  {
    ...video,
    name: "subtitles-making",
    arrange: (page) => Promise.all([withAddon(page), whileMaking(page)]),
    async act(page) {
      await openSubtitles(page);
      await page.getByRole("button", { name: "Generate" }).waitFor();
      await page.getByText("Transcribing: 40%").waitFor();
      await page.getByText("The service did not answer.").waitFor();
      await page.getByText("Translated").waitFor();
    },
  },
  {
    ...video,
    name: "subtitle-suggestions",
    arrange: (page) => Promise.all([withAddon(page), withSuggestions(page)]),
    async act(page) {
      await openSubtitles(page);
      await page.getByRole("button", { name: "Suggest title and chapters" }).click();
      await page.getByRole("button", { name: "Use these chapters" }).click();
      await page.getByRole("button", { name: "Saved" }).waitFor();
    },
  },
  {
    name: "library-said",
    who: "owner",
    ...at("/my-recordings?search=columns", "My Videos"),
    act: (page) => page.getByRole("list", { name: "Said in this recording" }).waitFor(),
  },
  {
    name: "palette-said",
    who: "owner",
    ...at("/settings", "Settings"),
    async act(page) {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: /find a recording/ }).fill("columns");
      await page.getByText("Said in recordings").waitFor();
    },
  },
  {
    ...video,
    name: "subtitle-languages",
    arrange: (page) => Promise.all([withAddon(page), withoutSubtitles(page)]),
    async act(page) {
      await openSubtitles(page);
      await page.getByText(/^No transcript yet/).waitFor();
      await page.getByRole("combobox", { name: "Spoken language" }).click();
      await page.getByRole("option", { name: /Deutsch/ }).waitFor();
    },
  },
  {
    ...video,
    name: "subtitle-translate",
    arrange: withAddon,
    async act(page) {
      await openSubtitles(page);
      await page.getByRole("button", { name: /^English/ }).click();
      await page.getByRole("button", { name: "Translate" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    ...video,
    name: "subtitle-editor",
    act: openEditor,
  },
  {
    ...video,
    name: "subtitle-conflict",
    arrange: editedElsewhere,
    async act(page) {
      await openEditor(page);
      await page.keyboard.type("So ");
      await page.keyboard.press("Control+s");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    ...video,
    name: "subtitle-upload-refused",
    async act(page) {
      await openSubtitles(page);
      await page.getByText("Upload subtitles").click();
      const buffer = Buffer.from("1\n00:00:02,000 --> 00:00:01,000\nBackwards\n");
      await page
        .getByLabel("Subtitle file")
        .setInputFiles({ name: "talk.srt", mimeType: "application/x-subrip", buffer });
      await page.getByText("talk.srt cannot be read").waitFor();
    },
  },
  {
    ...video,
    name: "subtitles-unreachable",
    logs: /net::ERR_FAILED|^ApiError: unreachable/,
    arrange: (page) => page.route("**/subtitles", (route) => route.abort()),
    async act(page) {
      await page.getByRole("tab", { name: "Transcript" }).click();
      await page.getByText("Failed to load subtitles").first().waitFor();
    },
  },
  {
    name: "subscription-addon",
    who: "owner",
    ...at("/subscription?addon=subtitle", "Subscription"),
    arrange: withAddon,
    act: (page) => page.getByText("of 300 minutes are used").waitFor(),
  },
];

async function openEditor(page: Page) {
  await openSubtitles(page);
  await page.getByRole("button", { name: /^English/ }).click();
  await page.getByRole("radio", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Line 2", exact: true }).click();
}

/** Answers as where speech can be transcribed, for somebody who has the add-on. */
async function withAddon(page: Page) {
  await changed(page, "**/api/config", (config) => ({
    ...config,
    transcription: "local",
    translation: true,
  }));
  await changed(page, "**/api/subscriptions/current", (current) => ({
    ...current,
    subtitle_addon_enabled: true,
    subtitle_minutes: { used: 251.5, limit: 300, resets_at: "2026-12-01T00:00:00.000Z" },
  }));
}

/** Another person has saved since. */
async function editedElsewhere(page: Page) {
  await page.route(/\/api\/recordings\/[\w-]+\/subtitles\/[\w-]+$/, (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({
          status: 409,
          json: { error: "Changed", message: "Changed", code: "edited_meanwhile" },
        })
      : route.continue(),
  );
}

const withoutSubtitles = (page: Page) =>
  changed(page, /\/api\/recordings\/[\w-]+\/subtitles$/, () => ({ subtitles: [] }));

const chapters = [
  { at_seconds: 0, title: "What the export was" },
  { at_seconds: 1.6, title: "Choosing columns, once and for all" },
];

async function withChapters(page: Page) {
  await page.route("**/chapters", (route) => route.fulfill({ json: { chapters } }));
}

/** One subtitle is being made, one has failed, one is a translation; no scene waits for either. */
async function whileMaking(page: Page) {
  await changed(page, /\/api\/recordings\/[\w-]+\/subtitles$/, ({ subtitles: [one] }) => ({
    subtitles: [
      { ...one, status: "running", progress: 0.4 },
      {
        ...one,
        id: "00000000-0000-4000-8000-000000000000",
        language: "ar",
        status: "failed",
        error: "The service did not answer. Nothing was counted.",
      },
      {
        ...one,
        id: "00000000-0000-4000-8000-000000000001",
        language: "de",
        is_auto_generated: true,
        translated_from: one.id,
      },
    ],
  }));
}

/** Answers as a model that writes would suggest. */
async function withSuggestions(page: Page) {
  await page.route("**/suggestions", (route) =>
    route.fulfill({
      json: { subtitle_id: crypto.randomUUID(), title: "Exporting in your own order", chapters },
    }),
  );
  await withChapters(page);
}
