// @vitest-environment happy-dom
import { afterAll, expect, test } from "vitest";
import type { Receipt } from "#contract/recordings.ts";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import type { Take } from "#web/features/recorder/keep/take.ts";
import { confirmTake } from "#web/features/recorder/send/confirm-take.ts";
import { aManifest } from "./keep/manifest.ts";

const { state, stop } = await answeringServer();
afterAll(stop);

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

/** What the server answers, one after the other; what was found, and noted of the copy here. */
async function confirmed(...answers: { status?: number; body: unknown }[]) {
  state.answer = () => answers.shift() ?? { status: 500, body: {} };
  const noted: Partial<Manifest>[] = [];
  const manifest = aManifest({ bytes: 9, elapsed: 2000 });
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
  expect(await confirmed({ status: 404, body: {} })).toEqual({ noted: [], found: ["differs"] });
});
