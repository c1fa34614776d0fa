import { beforeAll, describe, expect, it } from "vitest";
import { joinStores } from "#api/platform/objects/objects.ts";
import { openS3Store } from "#api/platform/objects/s3.ts";
import { openSupabaseStore } from "#api/platform/objects/supabase.ts";
import { startS3 } from "#tests/stand-ins/s3.ts";
import { startStorage } from "#tests/stand-ins/supabase-storage.ts";
import { testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { jpeg } from "#tests/support/jpeg.ts";
import {
  allowForProcessing,
  processed,
  readRecording,
  saveVideo,
  videoForm,
} from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

allowForProcessing();
const webm = await videoBytes("recorded.webm");

/** The stores that somebody else runs, which can go down. */
const kinds = {
  async supabase() {
    const { stop, url, secretKey, down } = startStorage();
    const store = await openSupabaseStore({ url, secretKey, bucket: "recordings" });
    return { stop, store, down };
  },
  async s3() {
    const { stop, endpoint, keys, down } = startS3();
    const place = { endpoint, bucket: "recordings", ...keys, pauses: [1, 1] };
    return { stop, store: await openS3Store(place), down };
  },
};
type Kind = keyof typeof kinds;
const both: Kind[] = ["supabase", "s3"];

async function appWithStorage(kind: Kind) {
  const { stop, store, down } = await kinds[kind]();
  atEndOfFile(stop);
  const app = await testApp({ FFMPEG_PATH: "/no/such/ffmpeg" }, { objects: joinStores([store]) });
  const goDown = (status: number | null) => {
    down.status = status;
  };
  return { app, goDown };
}

type World = Awaited<ReturnType<typeof appWithStorage>>;

describe.each(both)("while the storage does not answer (%s)", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await appWithStorage(kind);
  });

  it("calls that need it say so and are worth another try", async () => {
    const { app, goDown } = world;
    const ada = await app.person();
    const { id } = await saveVideo(ada);
    await ada.call("POST", `/recordings/${id}/thumbnail`, jpeg());
    const tus = tusClient(app, ada.token);
    const upload = created(await tus.create());
    goDown(502);
    const answers = await Promise.all([
      ada.call("GET", `/recordings/${id}/stream`),
      ada.call("GET", `/recordings/${id}/download`),
      ada.call("GET", `/recordings/${id}/thumbnail`),
      ada.call("POST", `/recordings/${id}/thumbnail`, jpeg()),
      ada.call("POST", "/recordings", videoForm(webm, "a.webm")),
      tus.patch(upload.url, { offset: 0, bytes: webm }),
    ]);
    goDown(null);
    for (const answer of answers) {
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
      expect(await answer.json()).toMatchObject({
        code: "storage_unavailable",
        message: expect.stringMatching(/storage of this server .* try again/),
      });
    }
    expect((await tus.patch(upload.url, { offset: 0, bytes: webm })).status).toBe(204);
    expect((await ada.call("GET", `/recordings/${id}/thumbnail`)).status).toBe(200);
  });
});

describe.each([
  ["does not answer", 503, "supabase", "supabase"],
  ["does not answer", 503, "s3", "s3"],
  ["is not connected", null, "elsewhere", "supabase"],
] as const)("a recording whose storage %s (%s, %s)", (_, status, store, kind) => {
  let world: World;
  beforeAll(async () => {
    world = await appWithStorage(kind);
  });

  it("is put off, not failed, and prepared when it is back", async () => {
    const { app, goDown } = world;
    const { pool } = app.database;
    const ada = await app.person();
    const { id } = await saveVideo(ada);
    await pool`update private.upload_parts set store = ${store}`;
    goDown(status);
    await app.startJobs();
    // Later than any try that is repeated because it failed.
    const putOff = () => pool`
      select 1 from private.jobs
       where data->>'recording_id' = ${id} and due_at > now() + interval '30 seconds'
    `;
    await expect.poll(putOff, { timeout: 45_000 }).toHaveLength(1);
    expect(await readRecording(ada, id)).toMatchObject({ status: "processing", failure: null });

    goDown(null);
    await pool`update private.upload_parts set store = ${kind}`;
    await pool`update private.jobs set due_at = now() where data->>'recording_id' = ${id}`;
    expect(await processed(ada, id)).toMatchObject({ status: "ready", playable: true });
  });
});

describe.each(both)("a finished file that the storage sends (%s)", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await appWithStorage(kind);
    await world.app.startJobs();
  });

  it("is sent by us to who goes on with it: we know whether it is the same still", async () => {
    const ada = await world.app.person();
    const { id } = await saveVideo(ada);
    await processed(ada, id);
    const ask = (headers: HeadersInit = {}) =>
      ada.call("GET", `/recordings/${id}/download`, undefined, { Range: "bytes=0-99", ...headers });
    expect((await ask()).status).toBe(302);
    const another = await ask({ "If-Range": '"of the parts it came in"' });
    expect(another.status).toBe(200);
    expect(another.headers.get("Content-Disposition")).toContain("recorded.webm");
    const tag = another.headers.get("ETag") ?? "";
    expect((await ask({ "If-Range": tag })).status).toBe(206);
  });

  it("is saved under the title, cleaned as where we send it", async () => {
    const ada = await world.app.person();
    const { id } = await saveVideo(ada, "recorded.webm", { filename: 'Größe "1/2".webm' });
    await processed(ada, id);
    const sent = await ada.call("GET", `/recordings/${id}/download`);
    expect(sent.status).toBe(302);
    const file = await fetch(sent.headers.get("Location") ?? "");
    expect(file.headers.get("Content-Disposition")).toContain(
      "filename*=UTF-8''Gr%C3%B6%C3%9Fe%20-1-2-.webm",
    );
  });
});
