import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { joinStores } from "#api/platform/objects/objects.ts";
import type { ObjectStore } from "#api/platform/objects/store.ts";
import { openSupabaseStore } from "#api/platform/objects/supabase.ts";
import type { StorageOptions } from "#api/platform/objects/supabase-requests.ts";
import { collect, left, move, moved, placeOf, read, recordingIn } from "#tests/api/moves/world.ts";
import type { Breakage } from "#tests/stand-ins/broken-line.ts";
import { startStorage } from "#tests/stand-ins/supabase-storage.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { allowForProcessing, processed, readRecording, saveVideo } from "#tests/support/saving.ts";

allowForProcessing();
const breakages: Breakage[] = [
  "says nothing",
  "falls silent half-way",
  "is cut half-way",
  "ends half-way",
];
/** How a short answer breaks: the others are no different then. */
const SHORT: Breakage[] = ["says nothing", "is cut half-way"];
const READING = "GET /object/authenticated/";
const STORING = "POST /object/recordings/";

/** A project's Storage behind a line that breaks. Only while it is broken, nobody waits long. */
async function project(as: Partial<Pick<ObjectStore, "name" | "storageType">> = {}) {
  const { stop, line, objects, url, secretKey } = startStorage();
  atEndOfFile(stop);
  const options: StorageOptions = { url, secretKey, bucket: "recordings" };
  const store = { ...(await openSupabaseStore(options)), ...as };
  const breaks = (breakage: Breakage, calls: string, lets = 0) => {
    Object.assign(line, { breakage, calls, lets });
    options.patience = 250;
  };
  const mend = () => {
    line.breakage = null;
    options.patience = undefined;
  };
  return { store, breaks, mend, objects };
}

const home = await project();
const earlier = await project({ name: "earlier", storageType: "local" });
const objects = joinStores([home.store, earlier.store]);
const app = await testApp({ FFMPEG_PATH: "/no/such/ffmpeg" }, { objects });
const { pool } = app.database;
await app.startJobs();
const bytes = randomBytes(300_000);
afterEach(() => {
  home.mend();
  earlier.mend();
});

async function expectWords(answer: Response) {
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
  expect(await answer.json()).toMatchObject({
    code: "storage_unavailable",
    message: expect.stringMatching(/Nothing is lost: please try again/),
  });
}

/** Asks us for the bytes, and no address of the Storage: a player that goes on with something is sent it by us. */
const watch = (person: SignedIn, id: string, headers = {}) =>
  person.call("GET", `/recordings/${id}/stream`, undefined, { "If-Range": '"x"', ...headers });

async function expectWhole(person: SignedIn, id: string, whole: Uint8Array) {
  const answer = await watch(person, id);
  expect(Buffer.from(await answer.arrayBuffer()).equals(whole)).toBe(true);
}

/** The job of this recording has come to nothing, and waits for its next turn. */
const expectTried = (id: string) =>
  expect
    .poll(
      () => pool`
        select 1 from private.jobs
         where data ->> 'recording_id' = ${id} and attempt is null and due_at > now()
      `,
      { timeout: 30_000 },
    )
    .toHaveLength(1);

describe.each(breakages)("while a Storage that is read %s", (breakage) => {
  it("who watches is told so or hears the end, never a false one; and sees all of it afterwards", async () => {
    const ada = await app.person();
    const id = await recordingIn(app, ada, "supabase", bytes);
    const link = await linkTo(ada, id);
    const asGuest = (headers = {}) =>
      app.visitor.call("GET", `/recordings/${id}/stream`, undefined, {
        ...through(link),
        ...headers,
      });
    const range = () => asGuest({ Range: "bytes=1000-250000" });
    // Where a whole file ends half-way, its announced length tells so: here only a range is asked.
    const ways = breakage === "ends half-way" ? [range] : [range, asGuest, () => watch(ada, id)];
    for (const ask of ways) {
      home.breaks(breakage, READING);
      const answer = await ask();
      if (breakage === "says nothing") await expectWords(answer);
      else await expect(answer.arrayBuffer()).rejects.toThrow("Supabase Storage");
      home.mend();
    }
    home.breaks(breakage, "POST /object/sign/");
    await expectWords(await ada.call("GET", `/recordings/${id}/stream`));
    home.mend();
    expect((await ada.call("GET", `/recordings/${id}/stream`)).status).toBe(302);
    await expectWhole(ada, id, bytes);
    const part = Buffer.from(await (await range()).arrayBuffer());
    expect(part.equals(bytes.subarray(1000, 250_001))).toBe(true);
  });
});

const steps = (places: [string, string, number][]) =>
  breakages.flatMap((breakage) =>
    places
      .filter(([, calls]) => calls === READING || SHORT.includes(breakage))
      .map((place) => [breakage, ...place] as const),
  );

describe("a recording is put off, not failed, and prepared when it is back, where a Storage", () => {
  it.each(
    steps([
      ["its parts are read", READING, 0],
      // The first is the upload itself.
      ["the file is stored", STORING, 1],
    ]),
  )("%s while %s", async (breakage, _, calls, lets) => {
    const ada = await app.person();
    home.breaks(breakage, calls, lets);
    const { id } = await saveVideo(ada);
    await expectTried(id);
    expect(await readRecording(ada, id)).toMatchObject({ status: "processing", failure: null });
    home.mend();
    await pool`update private.jobs set due_at = now() where data ->> 'recording_id' = ${id}`;
    const ready = await processed(ada, id);
    expect(ready).toMatchObject({ status: "ready", playable: true });
    const { byteLength } = await (await watch(ada, id)).arrayBuffer();
    expect(byteLength).toBe(ready.size);
  });
});

describe("a move is not half done, and ends well when it is back, where a Storage", () => {
  it.each(
    steps([
      ["the old place is read", READING, 0],
      ["the new place is written", STORING, 0],
      ["the copy is read back", READING, 0],
    ]),
  )("%s while %s", async (breakage, step, calls) => {
    const ada = await app.person();
    const id = await recordingIn(app, ada, "earlier", bytes);
    const before = await placeOf(app, id);
    const place = step.startsWith("the old") ? earlier : home;
    place.breaks(breakage, calls);
    expect((await move(ada, id)).status).toBe(202);
    await expectTried(id);
    const waiting = { storage_type: "local", moving: { to: "s3", failed: null } };
    expect(await read(ada, id)).toMatchObject(waiting);
    expect(await placeOf(app, id)).toEqual(before);
    place.mend();
    expect(await moved(app, ada, id)).toMatchObject({ storage_type: "s3", moving: null });
    await collect(app, objects);
    await expectWhole(ada, id, bytes);
    expect(await left(app)).toEqual([]);
    const { key } = await placeOf(app, id);
    expect([await home.store.size(key), await earlier.store.size(before.key)]).toEqual([
      bytes.length,
      null,
    ]);
  });
});
