import pino from "pino";
import { afterEach, describe, expect, it, test } from "vitest";
import { failLoudness, measureLoudnessOf } from "#api/features/edits/loudness.ts";
import { measuring } from "#api/job-kinds.ts";
import { findFfmpeg } from "#api/media/transcode.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { type Silences, Waveform } from "#contract/edits.ts";
import { type SignedIn, type TestApp, testApp } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { allowForProcessing, processed, saveVideo, videoForm } from "#tests/support/saving.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

allowForProcessing();
const ffmpeg = await findFfmpeg();
const app = await testApp();
const { pool } = app.database;

afterEach(async () => {
  await app.stopJobs();
  await pool`delete from private.jobs`;
});

/** Eight seconds: a tone but from 2 to 4, where a whisper is, and from 6 to 6.5, where nothing is. */
const BEEPS =
  "aevalsrc='sin(2*PI*440*t)*(0.1*(1-between(t,2,4)-between(t,6,6.5))+0.001*between(t,2,4))':s=48000:d=8";

async function film(name: string, ...codecs: string[]): Promise<Uint8Array> {
  const path = `${temporaryDirectory()}/${name}`;
  const pictures = ["-f", "lavfi", "-i", "testsrc=s=160x90:r=5:d=8"];
  const made = Bun.spawn(
    ["ffmpeg", "-v", "error", ...pictures, "-f", "lavfi", "-i", BEEPS, ...codecs, path],
    { stderr: "inherit" },
  );
  expect(await made.exited).toBe(0);
  return Bun.file(path).bytes();
}

async function imported(person: SignedIn, bytes: Uint8Array, name: string): Promise<string> {
  const answer = await person.call("POST", "/recordings/import", videoForm(bytes, name));
  const { id } = await answer.json();
  expect((await processed(person, id)).status).toBe("ready");
  return id;
}

const ask = (person: SignedIn, id: string, what = "silences?longer_than=1", headers = {}) =>
  person.call("GET", `/recordings/${id}/${what}`, undefined, headers);

async function measured(person: SignedIn, id: string, what?: string) {
  await expect
    .poll(async () => (await ask(person, id, what)).status, { timeout: 45_000 })
    .toBe(200);
  return (await ask(person, id, what)).json();
}

/** To quarters of a second: what a codec smears is heard a little longer. */
const rounded = ({ silences }: Silences) =>
  silences.map(({ start, end }) => [start, end].map((at) => Math.round(at * 4) / 4));

const opus = ["-c:v", "libvpx", "-b:v", "100k", "-c:a", "libopus"];
const aac = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"];

test("what was measured stays when a last try fails after all", async () => {
  const ada = await app.person();
  const id = await insertRecording(pool, ada.id, { duration: 1 });
  await pool`
    update public.recordings set status = 'ready', store = 'disk', storage_key = 'film' where id = ${id}`;
  await pool`
    insert into private.loudness (recording_id, seconds_each, levels)
    values (${id}, 0.1, ${Buffer.alloc(10, 200)})`;
  await failLoudness(app.database.asService("a test gives up"), id);
  expect((await ask(ada, id)).status).toBe(200);
});

test("what was measured of an original that is another one meanwhile is forgotten", async () => {
  const { id } = await prepared();
  const objects: Objects = {
    ...app.objects,
    async get(ref, range) {
      await pool`update public.recordings set storage_key = 'another' where id = ${id}`;
      return app.objects.get(ref, range);
    },
  };
  const service = app.database.asService("a test measures");
  const log = pino({ level: "silent" });
  const work = { service, objects, log, workDirectory: temporaryDirectory() };
  await expect(measureLoudnessOf(work, id, AbortSignal.timeout(60_000))).rejects.toThrow(
    "moved or removed while it was measured",
  );
  expect(await pool`select from private.loudness where recording_id = ${id}`).toEqual([]);
});

describe("of measured levels", () => {
  /** A film of half seconds with these levels. */
  async function withLevels(levels: number[], duration: number) {
    const ada = await app.person();
    const id = await insertRecording(pool, ada.id, { duration });
    await pool`
      insert into private.loudness (recording_id, seconds_each, levels)
      values (${id}, 0.5, ${Buffer.from(levels)})`;
    return {
      silences: async (longerThan: number): Promise<Silences> =>
        (await ask(ada, id, `silences?longer_than=${longerThan}`)).json(),
      drawn: async () => (await ask(ada, id, "waveform")).json(),
    };
  }

  it("a silence is one of just the wanted length, and ends with the film", async () => {
    const { silences } = await withLevels([50, 50, 200, 99, 100, 50, 50], 3.2);
    expect(await silences(0.5)).toEqual({
      silences: [
        { start: 0, end: 1 },
        { start: 1.5, end: 2 },
        { start: 2.5, end: 3.2 },
      ],
    });
  });

  it("no more are drawn than a picture shows, each as loud as the loudest of its time", async () => {
    const { drawn } = await withLevels([0, 200, ...Array(2999).fill(80)], 1500.5);
    const { seconds_each, levels } = Waveform.parse(await drawn());
    expect([seconds_each, levels.length]).toEqual([1, 1501]);
    expect(levels.slice(0, 2)).toEqual([100, 0]);
  });

  it("the longest thousand but one are told, in order", async () => {
    const short = Array.from({ length: 1000 }, () => [50, 200]).flat();
    const { silences } = await withLevels([50, ...short, 50, 50], 1001.5);
    const told = (await silences(0.5)).silences;
    expect(told).toHaveLength(999);
    expect(told.at(-1)).toEqual({ start: 1000.5, end: 1001.5 });
    expect(told).toEqual(told.toSorted((one, other) => one.start - other.start));
  });
});

describe.skipIf(!ffmpeg)("the silences of a recording", () => {
  it.each([
    ["beeps.webm", opus],
    ["beeps.mp4", aac],
    ["beeps.mkv", [...aac.slice(0, 4), "-c:a", "pcm_s16le"]],
  ])("are found where nobody hears anything: %s", async (name, codecs) => {
    await app.startJobs();
    const ada = await app.person();
    const id = await imported(ada, await film(name, ...codecs), name);
    const long = await measured(ada, id);
    expect(rounded(long)).toEqual([[2, 4]]);
    const short = await (await ask(ada, id, "silences?longer_than=0.3")).json();
    expect(rounded(short)).toEqual([
      [2, 4],
      [6, 6.5],
    ]);
    const { seconds_each, levels } = Waveform.parse(await measured(ada, id, "waveform"));
    expect(levels.length * seconds_each).toBeCloseTo(8, 0);
    const at = (seconds: number) => levels[Math.floor(seconds / seconds_each)] ?? -1;
    // A tone of a tenth is 23 dB below the loudest: three fifths of what is drawn.
    expect([at(1), at(3), at(5), at(6.25)].map((level) => Math.round(level / 10))).toEqual([
      ...[6, 0, 6, 0],
    ]);
  });

  it("are none where there is no sound at all, and nothing is drawn", async () => {
    await app.startJobs();
    const ada = await app.person();
    const id = await imported(
      ada,
      await film("mute.webm", ...opus.slice(0, 4), "-an"),
      "mute.webm",
    );
    expect(await measured(ada, id)).toEqual({ silences: [] });
    expect(await measured(ada, id, "waveform")).toMatchObject({ levels: [] });
  });
});

/** A recording that was imported, as it is before anybody asked. */
async function prepared(on: TestApp = app) {
  const ada = await on.person();
  await on.startJobs();
  const { id } = await saveVideo(ada, "recorded.mp4", { call: "/recordings/import" });
  await processed(ada, id);
  await on.stopJobs();
  return { ada, id };
}

const waiting = () => pool`select 1 from private.jobs where kind = ${measuring.name}`;
const code = async (answer: Response) => [answer.status, (await answer.json()).code];

describe("the sound of a recording", () => {
  it("is measured once: by one job, however many ask", async () => {
    const { ada, id } = await prepared();
    expect(await code(await ask(ada, id))).toEqual([409, "not_measured"]);
    expect(await code(await ask(ada, id, "waveform"))).toEqual([409, "not_measured"]);
    expect(await waiting()).toHaveLength(1);
    await app.startJobs();
    await measured(ada, id);
    await expect.poll(waiting).toEqual([]);
    await ask(ada, id, "waveform");
    expect(await waiting()).toEqual([]);
  });

  it("is forgotten with an original that is removed for good, and measured anew", async () => {
    const { ada, id } = await prepared();
    await app.startJobs();
    await measured(ada, id);
    await pool`
      insert into private.edits (recording_id, kept, shown, original)
      select id, '[]', '[]', to_jsonb(r) from public.recordings r where id = ${id}
    `;
    expect((await ask(ada, id)).status).toBe(200);
    await pool`
      update private.edits set original_removed = true, original = null, shown = null
       where recording_id = ${id}
    `;
    expect(await code(await ask(ada, id))).toEqual([409, "not_measured"]);
    await measured(ada, id);
  });

  it("is said to be unreadable where it is damaged, once the tries are over", async () => {
    const { ada, id } = await prepared();
    await pool`update public.recordings set storage_key = 'gone' where id = ${id}`;
    await ask(ada, id);
    await pool`update private.jobs set tries = ${measuring.retries ?? 0}`;
    await app.startJobs();
    const words = async () => (await (await ask(ada, id)).json()).message;
    await expect.poll(words, { timeout: 45_000 }).toContain("damaged");
    expect(await code(await ask(ada, id)), "and not to be on its way").toEqual([
      409,
      "not_measurable",
    ]);
    await expect.poll(() => pool`select 1 from private.jobs where due_at is not null`).toEqual([]);
  });

  it("says that ffmpeg is missing where its codec needs one", async () => {
    const without = await testApp({ FFMPEG_PATH: "/no/such/ffmpeg" });
    const ada = await without.person();
    await without.startJobs();
    const { id } = await saveVideo(ada, "spoken.mp4", { call: "/recordings/import" });
    await processed(ada, id);
    const words = async () => (await (await ask(ada, id)).json()).message;
    await expect.poll(words, { timeout: 45_000 }).toContain("only with ffmpeg");
    expect(await code(await ask(ada, id))).toEqual([409, "not_measurable"]);
  });
});

describe("who may ask for the sound of a recording", () => {
  it("is its owner, and a person with an account who came by a link to edit", async () => {
    const [ada, bob, admin] = await Promise.all([
      app.person(),
      app.person(),
      app.person({ role: "admin" }),
    ]);
    const id = await app.database.asService("a test")((sql) => insertRecording(sql, ada.id));
    const edit = through(await linkTo(ada, id, { is_public: true, permission_type: "edit" }));
    const view = through(await linkTo(ada, id, { is_public: true, permission_type: "view" }));
    for (const what of ["silences", "waveform"]) {
      expect((await ask(ada, id, what)).status).toBe(409);
      expect((await ask(bob, id, what, edit)).status).toBe(409);
      expect((await ask(bob, id, what, view)).status).toBe(404);
      expect((await ask(bob, id, what)).status).toBe(404);
      expect((await ask(admin, id, what)).status).toBe(404);
      expect((await app.visitor.call("GET", `/recordings/${id}/${what}`)).status).toBe(401);
    }
    // It has no bytes, so nothing waits for them.
    expect(await waiting()).toEqual([]);
  });

  it.each(["0", "0.01", "-1", "4000", "long", "NaN"])(
    "is not told of silences of %s seconds",
    async (seconds) => {
      const ada = await app.person();
      const id = crypto.randomUUID();
      expect((await ask(ada, id, `silences?longer_than=${seconds}`)).status).toBe(400);
    },
  );
});
