import type { Page } from "@playwright/test";

/** The subtitles stand behind the text of a video, and in its place where there is none yet. */
export async function openSubtitles(page: Page) {
  await page.getByRole("tab", { name: "Transcript" }).click();
  const toggle = page.getByRole("button", { name: "Subtitles", exact: true });
  const subtitles = page.getByRole("region", { name: "Subtitles", exact: true });
  await toggle.or(subtitles).first().waitFor();
  if (await toggle.isVisible()) await toggle.click();
}
