import type { Locator, Page } from "@playwright/test";
import { Recording } from "#contract/recordings.ts";
import { videoPath } from "#tests/support/videos.ts";
import { call } from "./belongings.ts";
import type { Person } from "./people.ts";

export const card = (page: Page, title: string): Locator =>
  page.getByRole("list", { name: "Recordings" }).getByRole("listitem").filter({ hasText: title });

/** Puts a video into somebody's library past the browser; it is still processed when this returns. */
export async function haveVideo(owner: Person, name: string) {
  const body = new FormData();
  body.set("video", new File([Bun.file(videoPath("recorded.webm"))], name));
  return call(owner, "POST", "/recordings/import", Recording, body);
}

/** A recording whose bytes never come: as good as any in a list, and nothing has to be processed. */
export const haveUpload = (owner: Person, name: string) =>
  beginUpload(owner, { name, kind: "import", length: { "Upload-Length": "1000" } });

/** A recorder somewhere else, which has just begun. */
export async function haveRecorder(owner: Person) {
  const begun = await beginUpload(owner, {
    name: "Live.webm",
    kind: "recording",
    length: { "Upload-Defer-Length": "1" },
  });
  return {
    recordingId: begun.headers.get("X-Recording-Id"),
    async finish() {
      const bytes = await Bun.file(videoPath("recorded.webm")).arrayBuffer();
      const sent = await fetch(new URL(begun.headers.get("Location") ?? "", owner.origin), {
        method: "PATCH",
        headers: {
          Authorization: `Bearer ${owner.token}`,
          "Tus-Resumable": "1.0.0",
          "Content-Type": "application/offset+octet-stream",
          "Upload-Offset": "0",
          "Upload-Length": String(bytes.byteLength),
        },
        body: bytes,
      });
      if (!sent.ok) throw new Error(`Upload: ${sent.status} ${await sent.text()}`);
    },
  };
}

interface Upload {
  name: string;
  kind: "recording" | "import";
  length: Record<string, string>;
}

async function beginUpload({ origin, token }: Person, { name, kind, length }: Upload) {
  const response = await fetch(`${origin}/api/uploads`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Tus-Resumable": "1.0.0",
      "Upload-Metadata": `filename ${btoa(name)},filetype ${btoa("video/webm")},kind ${btoa(kind)}`,
      ...length,
    },
  });
  if (!response.ok) throw new Error(`Upload: ${response.status} ${await response.text()}`);
  return response;
}

export async function chooseFiles(page: Page, files: string[]) {
  await page.getByRole("button", { name: "Import Video" }).click();
  const dialog = page.getByRole("dialog", { name: "Import Video" });
  await dialog.getByLabel("Video files").setInputFiles(files);
  return dialog;
}

export async function begin(dialog: Locator) {
  await dialog.getByRole("button", { name: /^Import( \d+ files)?$/ }).click();
}
