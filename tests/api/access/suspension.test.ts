import { closeSync, ftruncateSync, openSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { joined, serveRealtime } from "#tests/support/realtime.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, env, keys, person, request } = await testApp();
const sql = database.pool;
const admin = await person({ role: "admin" });
// Rows go in by pieces: a busy machine takes longer over all of them than one statement may.
for (let piece = 0; piece < 20; piece++)
  await sql`
    insert into public.audit_log (kind, act, target)
    select 'security', 'sign_in_failed', repeat('x', 200) from generate_series(1, 1000)`;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

interface Leaving {
  who: (owner: SignedIn) => SignedIn | Promise<SignedIn>;
  path: (who: SignedIn, id: string) => Promise<string>;
  isThroughLink?: true;
  isOneAtATime?: true;
}

const anAdmin = () => person({ role: "admin" });
const media = (what: "stream" | "download") => async (who: SignedIn, id: string) => {
  const { token } = await (await who.call("POST", `/recordings/${id}/media-token`)).json();
  return `/api/recordings/${id}/${what}?token=${token}`;
};
const archive = async (who: SignedIn): Promise<string> =>
  (await (await who.call("POST", "/user/takeout")).json()).path;
const report = async () => "/api/admin/reports/export/audit";

/** Answers that take long to send, and the person by whose right each is sent. */
const leaving: Record<string, Leaving> = {
  "an owner's player": { who: (owner) => owner, path: media("stream") },
  "an owner's download": { who: (owner) => owner, path: media("download") },
  "an owner's archive": { who: (owner) => owner, path: archive, isOneAtATime: true },
  "an admin's player": { who: anAdmin, path: media("stream") },
  "an admin's report": { who: anAdmin, path: report },
  "a guest's download": {
    who: () => person(),
    path: async (_, id) => `/api/recordings/${id}/download`,
    isThroughLink: true,
  },
};

describe("a suspension ends within a minute", () => {
  it.each(Object.entries(leaving))("%s", async (_, leaves) => {
    const { who, path, isThroughLink, isOneAtATime } = leaves;
    const owner = await person();
    const id = await longRecordingOf(owner);
    const someone = await who(owner);
    const address = await path(someone, id);
    const link = isThroughLink && (await linkTo(owner, id, { permission_type: "edit" }));
    const headers = { Authorization: `Bearer ${someone.token}`, ...(link && through(link)) };
    const open = async () => (await request(address, { headers })).body?.getReader();
    // A player's second request comes by a right that is remembered.
    const readers = isOneAtATime ? [await open()] : [await open(), await open()];
    for (const reader of readers) await readSome(reader);

    await admin.call("PUT", `/admin/users/${someone.id}/suspend`, { suspended: true });
    const later = performance.now() + 60_000;
    vi.spyOn(performance, "now").mockImplementation(() => later);
    for (const reader of readers) await expect(untilItEnds(reader)).rejects.toThrow("session");
  });

  it("an admin's channels", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { connect } = await serveRealtime(database, keys);
    const someone = await anAdmin();
    const { token } = await (await someone.call("POST", "/realtime/token")).json();
    const client = await connect(token);
    const channels = [await joined(client, "admin"), await joined(client, `user:${someone.id}`)];
    await admin.call("PUT", `/admin/users/${someone.id}/suspend`, { suspended: true });
    // A minute is two looks: the one before may have been just under way.
    vi.advanceTimersByTime(30_000);
    for (const { statuses } of channels) await expect.poll(() => statuses.at(-1)).toBe("CLOSED");
  });
});

type Reader = ReadableStreamDefaultReader<Uint8Array> | undefined;

/** Reads until an archive has come to its video. */
async function readSome(reader: Reader) {
  for (let bytes = 0; bytes < 1e6; ) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) throw new Error(`It ended after ${bytes} bytes`);
    bytes += value.length;
  }
}

async function untilItEnds(reader: Reader) {
  while ((await reader?.read())?.done === false);
}

/** A recording that is longer than what any pipe takes in advance. Nothing stands in it. */
async function longRecordingOf(who: SignedIn): Promise<string> {
  const size = 64 * 1024 * 1024;
  const recording = await recordingOf(database, who, "Long");
  const file = openSync(join(env.DATA_DIR, "objects", recording), "w");
  ftruncateSync(file, size);
  closeSync(file);
  await sql`
    update public.recordings set store = 'disk', storage_key = id::text, size = ${size}
     where id = ${recording}`;
  return recording;
}
