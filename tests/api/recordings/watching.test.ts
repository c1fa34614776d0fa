import { expect, test } from "vitest";
import { closeStaleUploads } from "#api/features/uploads/close-stale-uploads.ts";
import { testApp } from "#tests/support/app.ts";
import { allowForProcessing, processed, saveVideo } from "#tests/support/saving.ts";
import { videoBytes } from "#tests/support/videos.ts";

allowForProcessing();
const app = await testApp();

test("a file that is being watched does not change when something better takes its place", async () => {
  const ada = await app.person();
  const original = Buffer.from(await videoBytes("recorded.webm"));
  const { id } = await saveVideo(ada);
  const newToken = async () =>
    (await (await ada.call("POST", `/recordings/${id}/media-token`)).json()).token;
  const watch = async (token: string, request = app.request) => {
    const response = await request(`/api/recordings/${id}/stream?token=${token}`);
    return Buffer.from(await response.arrayBuffer());
  };

  const early = await newToken();
  await app.startJobs();
  await processed(ada, id);
  const late = await newToken();
  expect((await watch(early)).equals(original)).toBe(true);
  expect((await watch(late)).equals(original)).toBe(false);

  // Hours later, nobody can be watching the parts any more.
  const send = async () => {};
  await closeStaleUploads(app.database.asService("test"), { send }, { watched: 0 });
  const elsewhere = app.anotherProcess(); // where nothing is remembered
  expect((await watch(early, elsewhere)).equals(await watch(late, elsewhere))).toBe(true);
});
