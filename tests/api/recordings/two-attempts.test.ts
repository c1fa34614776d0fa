import pino from "pino";
import { expect, test } from "vitest";
import { processRecording } from "#api/features/recordings/process-recording.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { testApp } from "#tests/support/app.ts";
import { allowForProcessing, readRecording } from "#tests/support/saving.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

allowForProcessing();
const app = await testApp();
const context = {
  ...{ service: app.database.asService("a test works"), jobs: app.jobs, mayConvert: false },
  ...{ log: pino({ level: "silent" }), workDirectory: temporaryDirectory(), headStart: 0 },
  ffmpegPath: "/no/such/ffmpeg", // so the file is kept as it came
};

/** A machine that slept gives back a job of its own, and takes it up again before the attempt has heard of that. */
test("what two attempts at once prepare is whole, whichever is first", async () => {
  const ada = await app.person();
  const tus = tusClient(app, ada.token);
  const bytes = await videoBytes("xvid.avi");
  const half = Math.floor(bytes.length / 2);
  const wishes = { filename: "two.avi", filetype: "video/x-msvideo", kind: "import" };
  const { url, recording: id } = created(await tus.create({ ...wishes, length: bytes.length }));
  await tus.patch(url, { offset: 0, bytes: bytes.slice(0, half) });
  await tus.patch(url, { offset: half, bytes: bytes.slice(half) });

  const [keeps, copies, goesOn] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  if (!keeps || !copies || !goesOn) throw new Error("three moments were made");
  const put: Objects["put"] = async (...sent) => {
    keeps.resolve();
    await copies.promise;
    return app.objects.put(...sent);
  };
  const earlier = processRecording({ ...context, objects: { ...app.objects, put } }, id);
  await Promise.race([keeps.promise, earlier]);
  let parts = 0;
  const get: Objects["get"] = async (...asked) => {
    if (++parts > 1) {
      copies.resolve();
      await goesOn.promise;
    }
    return app.objects.get(...asked);
  };
  const later = processRecording({ ...context, objects: { ...app.objects, get } }, id);
  await earlier;
  goesOn.resolve();
  await later;
  expect(await readRecording(ada, id)).toMatchObject({ status: "ready", size: bytes.length });
  const file = await (await ada.call("GET", `/recordings/${id}/download`)).arrayBuffer();
  expect(Buffer.from(file).equals(Buffer.from(bytes))).toBe(true);
});
