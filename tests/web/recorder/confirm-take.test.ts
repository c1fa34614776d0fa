// @vitest-environment happy-dom
import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { Receipt } from "#contract/recordings.ts";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { ada } from "#tests/web/lib/people.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import type { Take } from "#web/features/recorder/keep/take.ts";
import { confirmTake } from "#web/features/recorder/send/receipt.ts";
import { signIn, signOut } from "#web/lib/session.ts";
import { aManifest } from "./keep/manifest.ts";

const { state, stop } = await answeringServer();
afterAll(stop);
afterEach(() => {
  signOut();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const id = "6f7f9bb4-3c48-4b0e-9d6c-0c9d4a1c2b3d";
const receipt: Receipt = {
  recording_id: id,
  status: "ready",
  received_bytes: 9,
  received_sha256: "abc",
  duration: 2,
  seekable: true,
  audio: { present: true, level_db: -20 },
};

/** The outcomes, and the notes on the copy here, where the server gives these answers one after the other. */
async function confirmed(...answers: { status?: number; body: unknown }[]) {
  return confirmedAs(aManifest({ bytes: 9, elapsed: 2000 }), ...answers);
}

async function confirmedAs(manifest: Manifest, ...answers: { status?: number; body: unknown }[]) {
  state.answer = () => answers.shift() ?? { status: 500, body: {} };
  const noted: Partial<Manifest>[] = [];
  const take: Take = {
    manifest,
    blob: new Blob(),
    checksum: async () => "abc",
    note: async (fields) => {
      noted.push(fields);
      Object.assign(manifest, fields);
    },
    discard: () => Promise.reject(new Error("its bytes are kept until they are confirmed")),
    release() {},
  };
  const found: string[] = [];
  await confirmTake(take, id, ({ outcome }) => found.push(outcome));
  return { noted, found };
}

test("what arrived whole is noted once, and looked at until the server has", async () => {
  const processing = { ...receipt, status: "processing" };
  expect(await confirmed({ body: processing }, { body: receipt })).toEqual({
    noted: [{ confirmed: true }],
    found: ["pending", "verified"],
  });
});

test("no answer is no verdict; that the server no longer has it is one", async () => {
  const silent = { status: 503, body: {} };
  expect((await confirmed(silent, { body: receipt })).found).toEqual(["verified"]);
  const gone = { status: 404, body: { error: "Gone", message: "Gone", code: "not_found" } };
  expect(await confirmed(gone)).toEqual({ noted: [], found: ["differs"] });
});

test("another person who signs in here meanwhile is not asked, and the owner is when they are back", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const owner = { token: "hers", user: { ...ada, id: "ada" } };
  signIn(owner);
  const asked: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers).get("authorization"));
    if (asked.length > 1) return Response.json(receipt);
    signIn({ token: "his", user: { ...ada, id: "ben" } });
    return Response.json({ ...receipt, status: "processing" });
  });
  const confirming = confirmed();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(["Bearer hers"]);
  signIn(owner);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await confirming).found).toEqual(["pending", "verified"]);
  expect(asked).toEqual(["Bearer hers", "Bearer hers"]);
});

test("the server is asked ever more rarely, and at least every ten seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  const at: number[] = [];
  vi.stubGlobal("fetch", async () => {
    at.push(performance.now());
    const isReady = at.length === 8;
    return Response.json({ ...receipt, status: isReady ? "ready" : "processing" });
  });
  const began = performance.now();
  const confirming = confirmed();
  for (let second = 0; second < 40; second += 0.5) await vi.advanceTimersByTimeAsync(500);
  expect((await confirming).found).toHaveLength(8);
  const seconds = at.map((moment) => (moment - began) / 1000);
  expect(seconds).toEqual([0, 0.5, 1.5, 3.5, 7.5, 15.5, 25.5, 35.5]);
});

test("a recording that was cut off is verified, although more of it arrived than its clock had noted", async () => {
  const longer = { body: { ...receipt, duration: 5 } };
  expect((await confirmed(longer)).found).toEqual(["verified"]);
  const sealed = aManifest({ bytes: 9, elapsed: 2000, sealed: { bytes: 9, sha256: "abc" } });
  expect((await confirmedAs(sealed, longer)).found).toEqual(["differs"]);
});
