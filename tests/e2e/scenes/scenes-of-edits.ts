import type { Page } from "@playwright/test";
import type { World } from "#tests/e2e/support/world.ts";
import { changed, type Scene } from "./scene.ts";

const editor = {
  who: "owner" as const,
  path: ({ recording }: World) => `/video/${recording.id}/edit`,
  heading: ({ recording }: World) => recording.filename,
};

/** A cut of the world's film as the server tells it. */
const cut = (part: object) => (page: Page) =>
  changed(page, /\/api\/recordings\/[^/]+\/edit$/, (edit) => ({
    ...edit,
    version: edit.version + 1,
    kept: [
      { start: 0.5, end: 1.5 },
      { start: 2, end: 3.5 },
    ],
    ...part,
  }));

const bare = (page: Page) =>
  changed(page, /\/api\/config$/, (config) => ({ ...config, exact_cuts: false }));
const withoutEncoder = (page: Page) =>
  page.addInitScript(() => Reflect.deleteProperty(window, "VideoEncoder"));
const waiting = cut({ status: "rendering", progress: null, waits_for_owner: true });

/** The editor of a cut in the states that matter. */
export const scenesOfEdits: Scene[] = [
  {
    ...editor,
    name: "edit-words",
    arrange: cut({ status: "ready" }),
    async act(page) {
      await page.getByRole("button", { name: "Remove for good" }).waitFor();
      await page.getByRole("option").nth(1).click();
    },
  },
  {
    ...editor,
    name: "edit-silences",
    async arrange(page) {
      await page.route(/\/silences\?/, (route) =>
        route.fulfill({ json: { silences: [{ start: 0.6, end: 1.4 }] } }),
      );
    },
    async act(page) {
      await page.getByRole("button", { name: "Remove silences" }).click();
      await page.getByRole("button", { name: "Remove 1 silence" }).waitFor();
    },
  },
  {
    ...editor,
    name: "edit-fillers",
    async arrange(page) {
      await page.route(/\/transcript\?/, async (route) => {
        const response = await route.fetch();
        const said = "So um you know it uh works".split(" ");
        const words = said.map((text, at) => ({ text, start: at / 2, end: at / 2 + 0.4 }));
        const cues = [{ start: 0, end: 3.5, text: said.join(" "), words }];
        await route.fulfill({ response, json: { ...(await response.json()), cues } });
      });
    },
    async act(page) {
      await page.getByRole("button", { name: "Remove filler words" }).click();
      await page.getByRole("button", { name: "Remove 2 words" }).waitFor();
    },
  },
  {
    ...editor,
    name: "edit-rendering",
    arrange: cut({ status: "rendering", progress: 42 }),
    act: (page) => page.getByText("The new film is being made: 42%").waitFor(),
  },
  {
    ...editor,
    name: "edit-failed",
    arrange: cut({ status: "failed", error: "There is not enough room in your plan for the cut." }),
    act: (page) => page.getByText("The cut could not be made.").waitFor(),
  },
  {
    ...editor,
    name: "edit-no-ffmpeg",
    async arrange(page) {
      await withoutEncoder(page);
      await bare(page);
    },
    async act(page) {
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("i");
      await page.getByText(/the cut is not exact/).waitFor();
    },
  },
  {
    ...editor,
    name: "edit-in-browser",
    async arrange(page) {
      await bare(page);
      await waiting(page);
      const passages = { version: 2, passages: [[0.5]] };
      await page.route(/\/edit\/passages/, (route) => route.fulfill({ json: passages }));
      // The decoder is never done.
      await page.addInitScript(() =>
        Object.assign(VideoDecoder.prototype, { decode() {}, flush: () => new Promise(() => {}) }),
      );
    },
    async act(page) {
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("i");
      await page.getByText("Your browser makes the cut.").waitFor();
      await page.getByText(/^Keep this page open/).waitFor();
    },
  },
  {
    ...editor,
    name: "edit-no-encoder",
    async arrange(page) {
      await withoutEncoder(page);
      await bare(page);
      await waiting(page);
    },
    act: (page) => page.getByText("This browser could not make the cut.").waitFor(),
  },
  {
    name: "video-unfinished-cut",
    who: "owner",
    path: ({ recording }) => `/video/${recording.id}`,
    heading: ({ recording }) => recording.filename,
    async arrange(page) {
      await bare(page);
      await waiting(page);
    },
    act: (page) => page.getByText("The cut is not finished.").waitFor(),
  },
  {
    ...editor,
    name: "edit-behind",
    async act(page) {
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("i");
      await cut({ status: "ready" })(page);
      await page.route(/\/edit$/, (route) =>
        route.request().method() === "PUT"
          ? route.fulfill({
              status: 409,
              json: { error: "Changed", message: "Changed", code: "edit_changed" },
            })
          : route.fallback(),
      );
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Somebody else has saved another cut.").waitFor();
    },
  },
  {
    ...editor,
    name: "edit-part",
    async act(page) {
      await page.getByRole("button", { name: "Save a part as a new recording" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    ...editor,
    name: "edit-not-ready",
    heading: () => "Edit",
    arrange: (page) =>
      changed(page, /\/api\/recordings\/[^/]+$/, (recording) => ({
        ...recording,
        status: "processing",
        progress: 40,
      })),
  },
  {
    name: "shared-being-edited",
    path: ({ publicLink }) => `/shared/${publicLink.share_token}`,
    heading: () => "This recording is being edited",
    arrange: (page) =>
      page.route(/\/api\/shared\/[^/]+$/, (route) =>
        route.fulfill({
          status: 409,
          json: { error: "Edited", message: "Edited", code: "being_edited" },
        }),
      ),
  },
];
