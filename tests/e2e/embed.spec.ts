import { expect, type Page } from "@playwright/test";
import { newRecording, newShare, newSubtitle } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";

const LINES = `WEBVTT

00:00.500 --> 00:09.000
One two three
`;

test("a frame that a site has closed off plays the film with its captions", async ({
  page,
  newPerson,
  server,
}) => {
  const owner = await newPerson();
  const recording = await newRecording(owner, "How we ship");
  const { share_token } = await newShare(owner, recording);
  const [joined, film] = [page.waitForEvent("websocket"), page.waitForResponse(/\/stream\?/)];
  const inFrame = await embedded(page, `${server.origin}/embed/${share_token}`);
  await joined;
  await newSubtitle(owner, recording, "en", LINES);
  await expect(inFrame.locator("track"), "told by realtime").toHaveCount(1);
  const video = inFrame.locator("video");
  await video.click();
  await expect(video).not.toHaveJSProperty("currentTime", 0);
  await inFrame.locator("body").press("c");
  await expect(inFrame.getByText("One two three")).toBeVisible();
  expect((await film).status()).toBe(206);
});

test("a frame that a site has closed off says that its link has a password", async ({
  page,
  newPerson,
  server,
}) => {
  const owner = await newPerson();
  const recording = await newRecording(owner, "How we ship");
  const { share_token } = await newShare(owner, recording, { password: "open sesame" });
  const inFrame = await embedded(page, `${server.origin}/embed/${share_token}`);
  await expect(inFrame.getByText("This recording has a password")).toBeVisible();
});

/** The way in which WordPress, wikis and places to learn frame sites that they do not know. */
async function embedded(page: Page, src: string) {
  const html = `<iframe sandbox="allow-scripts" width="640" height="360" src="${src}"></iframe>`;
  const blog = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response(html, { headers: { "Content-Type": "text/html" } }),
  });
  await page.goto(blog.url.href);
  await blog.stop();
  return page.frameLocator("iframe");
}
