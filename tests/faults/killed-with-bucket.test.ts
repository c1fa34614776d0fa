import { createHash } from "node:crypto";
import { afterAll, describe, expect, it, vi } from "vitest";
import { Recording } from "#contract/recordings.ts";
import { startS3 } from "#tests/stand-ins/s3.ts";
import { largeForm, largeVideo } from "#tests/support/large-video.ts";
import { pathWith } from "#tests/support/programs.ts";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { register, until } from "./people.ts";
import { superuserOf } from "./world.ts";

/** `KINORA_KILLS=20` kills so often in the middle of each. */
const KILLS = Number(process.env.KINORA_KILLS ?? 2);
/** Three parts of an upload in parts, and a little more than that. */
const SIZE = 50 * 2 ** 20;

vi.setConfig({ testTimeout: 120_000 + KILLS * 60_000 });
const s3 = startS3();
const dataDir = usedDataDir();
const start = (STORE: string) =>
  startServer({
    ...{ DATA_DIR: dataDir, TRUST_PROXY: "on", LOG_LEVEL: "error", STORE },
    ...{ S3_ENDPOINT: s3.endpoint, S3_BUCKET: "recordings" },
    S3_ACCESS_KEY_ID: s3.keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.keys.secretAccessKey,
    PATH: pathWith("unshare", "test"), // a film that no ffmpeg converts is kept as it came, to the last byte
  });
let server = await start("s3");
const token = await register(server.origin);
afterAll(async () => {
  await server.kill("SIGTERM");
  await s3.stop();
  removeDataDir(dataDir);
});

const headers = { Authorization: `Bearer ${token}` };
const call = (method: string, path: string, body?: object) =>
  fetch(`${server.origin}/api${path}`, {
    method,
    headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const read = async (id: string) =>
  Recording.parse(await (await call("GET", `/recordings/${id}`)).json());
const isReady = (id: string) =>
  expect.poll(async () => (await read(id)).status, { timeout: 90_000 }).toBe("ready");

async function restart(store = "s3") {
  await server.kill("SIGTERM");
  server = await start(store);
}

/** A film in one object, as large as it came also when it is ready. */
async function save(): Promise<string> {
  const form = await largeForm(SIZE, "xvid.avi");
  const init = { method: "POST", headers: { ...headers, ...form.headers }, body: form.body };
  const answer = await fetch(`${server.origin}/api/recordings/import`, init);
  return Recording.parse(await answer.json()).id;
}

/** A recording by its recorder, whose last part makes the server prepare it. */
async function record(size: number) {
  const tus = tusClient({ request: (path, init) => fetch(`${server.origin}${path}`, init) }, token);
  const { url, recording } = created(await tus.create({ length: size }));
  const bytes = await largeVideo(size);
  return { recording, end: () => tus.patch(url, { offset: 0, bytes, contentLength: size }) };
}

const checksumOf = async (id: string) =>
  createHash("sha256")
    .update(await (await call("GET", `/recordings/${id}/stream`)).bytes())
    .digest("hex");

/** The service says nothing to one such call, after some others; while the server waits for it, it is killed. */
async function killedAt(calls: string, lets: number, act: () => Promise<unknown>) {
  Object.assign(s3.line, { calls, lets, breakage: "says nothing" });
  const acting = act().catch(() => {});
  await until(() => s3.line.lets < 0);
  await server.kill("SIGKILL");
  s3.line.breakage = null;
  await acting;
  server = await start("s3");
}

/** All that may go is due, and goes: what is left in the bucket is what a row names. */
async function swept() {
  const sql = superuserOf(dataDir);
  const inBucket = () => [...s3.objects.keys()].map((name) => name.replace("recordings/", ""));
  const differences = async () => {
    await sql`update private.former_files set left_at = now() - interval '1 day'`;
    await sql`update private.loose_objects set due_at = now()`;
    await sql`insert into private.jobs (kind, data, due_at) values ('sweep', '{}', now())`;
    await sql`select pg_notify('kinora_jobs', 'sweep')`;
    const named = await sql<{ key: string }[]>`
      select key from private.objects_named('', '', 10000) where store = 's3'
    `;
    const keys = new Set(named.map(({ key }) => key));
    const loose = await sql`select from private.loose_objects`;
    return {
      unfinished: s3.uploads.size,
      superfluous: inBucket().filter((key) => !keys.has(key)).length,
      lost: [...keys].filter((key) => !s3.objects.has(`recordings/${key}`)).length,
      loose: loose.length,
    };
  };
  const nothing = { unfinished: 0, superfluous: 0, lost: 0, loose: 0 };
  await expect.poll(differences, { timeout: 90_000, interval: 500 }).toEqual(nothing);
  await sql.end();
}

const inTurn = <Choice>(choices: readonly Choice[], round: number): Choice =>
  choices[round % choices.length] as Choice; // there is at least one

const rounds = Array.from({ length: KILLS }, (_, round) => round);

describe("a server with a bucket that is killed", () => {
  it("in the middle of a put loses nothing and leaves nothing", async () => {
    const kept = await save();
    await isReady(kept);
    const checksum = await checksumOf(kept);
    const points = [
      ["PUT part", 2],
      ["POST complete", 0],
      ["PUT part", 0],
      ["POST begin", 0],
    ] as const;
    for (const round of rounds) {
      const [calls, lets] = inTurn(points, round);
      await killedAt(calls, lets, save);
    }
    await swept();
    expect(await checksumOf(kept)).toBe(checksum);
  });

  it("in the middle of a move ends it after all", async () => {
    await restart("disk");
    const points = [
      ["PUT part", 1],
      ["GET object", 0], // the copy is read back
      ["POST complete", 0],
      ["POST begin", 0],
    ] as const;
    const moved: { id: string; checksum: string }[] = [];
    for (const _ of rounds) {
      const id = await save();
      await isReady(id);
      moved.push({ id, checksum: await checksumOf(id) });
    }
    await restart("s3");
    for (const [round, { id }] of moved.entries()) {
      const [calls, lets] = inTurn(points, round);
      const move = () => call("POST", `/recordings/${id}/move`, { storage_type: "s3" });
      await killedAt(calls, lets, move);
      await expect.poll(async () => (await read(id)).storage_type, { timeout: 90_000 }).toBe("s3");
    }
    await swept();
    for (const { id, checksum } of moved) expect(await checksumOf(id)).toBe(checksum);
  });

  it("in the middle of preparing a recording makes it ready after all", async () => {
    for (const round of rounds) {
      const [calls, lets] = inTurn(
        [
          ["GET object", 0],
          ["PUT object", 1], // the first is the part itself
        ] as const,
        round,
      );
      const { recording, end } = await record(12 * 2 ** 20);
      await killedAt(calls, lets, end);
      await isReady(recording);
      expect((await call("GET", `/recordings/${recording}/stream`)).status).toBe(200);
    }
    await swept();
  });
});
