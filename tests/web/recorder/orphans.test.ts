// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Receipt } from "#contract/recordings.ts";
import { ada } from "#tests/web/lib/people.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import { heldTakesAtom } from "#web/features/recorder/keep/take.ts";
import { discardOrphan, lookForOrphans } from "#web/features/recorder/recover/orphans.ts";
import { deliveriesAtom } from "#web/features/recorder/send/delivery.ts";
import { session, signIn } from "#web/lib/session.ts";
import { BrowserDatabase } from "./keep/browser-database.ts";
import { Disk } from "./keep/disk.ts";
import { aManifest } from "./keep/manifest.ts";

const browser = new BrowserDatabase();
const film = "all of it";
const id = "6f7f9bb4-3c48-4b0e-9d6c-0c9d4a1c2b3d";
const upload = { url: "/api/uploads/1", recordingId: id };
const sealed = { bytes: film.length, sha256: "abc" };
const receipt: Receipt = {
  ...{ recording_id: id, status: "ready", duration: 2, seekable: true, audio: null },
  ...{ received_bytes: film.length, received_sha256: "abc" },
};

const gone = { error: "Gone", message: "Gone", code: "not_found" };

let locks: Set<string>;
let asked: string[];
/** The server's answer to each call; no answer at all where none is listed. */
let answers: Record<string, { status?: number; body?: object }>;

beforeEach(() => {
  [locks, asked, answers] = [new Set(), [], {}];
  localStorage.clear();
  for (const [name, value] of Object.entries(browser.globals)) vi.stubGlobal(name, value);
  const request = async (name: string, _: object, run: (lock: object | null) => unknown) => {
    if (locks.has(name)) return run(null);
    locks.add(name);
    await run({});
    locks.delete(name);
  };
  vi.stubGlobal("navigator", { locks: { request } });
  vi.stubGlobal("fetch", (url: string, { method = "GET" }: RequestInit = {}) => {
    const what = `${method} ${url}`;
    asked.push(what);
    const answer = answers[what];
    if (!answer) return new Promise(() => {});
    const { body = {}, status = 200 } = answer;
    const headers = { "tus-resumable": "1.0.0" };
    return Promise.resolve(Response.json(body, { status, headers }));
  });
});
afterEach(() => {
  getDefaultStore().set(heldTakesAtom, []);
  getDefaultStore().set(deliveriesAtom, new Map());
  for (const store of browser.stores.values()) store.rows = [];
  vi.unstubAllGlobals();
});

/** A recording that an earlier visit left: its manifest, and its bytes. */
async function leave(fields: Partial<Manifest> = {}, bytes = film) {
  const { saveManifest, addChunk } = await import("#web/features/recorder/keep/database.ts");
  const manifest = aManifest({ keeps: "database", elapsed: 2_000, hasAudio: false, ...fields });
  await saveManifest(manifest);
  const buffer = new TextEncoder().encode(bytes).buffer;
  if (bytes) await addChunk({ take: manifest.id, position: 0, bytes: buffer });
}

const held = () => getDefaultStore().get(heldTakesAtom);
const rows = () => browser.rowsOf("manifests");
const lockOf = (take: string) => `kinora-take-${take}`;

describe("what an earlier visit left", () => {
  it("is offered whole to its owner, and found once", async () => {
    await leave({ bytes: 3, title: "Cut off" });
    await leave({ id: "theirs", userId: "somebody else" });
    await lookForOrphans("ada");
    await lookForOrphans("ada");
    const [take, ...others] = held();
    expect(others).toEqual([]);
    expect(take?.manifest).toMatchObject({ id: "take", title: "Cut off", bytes: film.length });
    expect(await take?.blob.text()).toBe(film);
    expect(take?.blob.type).toBe("video/webm;codecs=vp9");
    expect([...locks], "it is this tab's, and no other").toEqual([lockOf("take")]);
    expect([asked, rows().length]).toEqual([[], 2]);
  });

  it("goes where it is a copy that was prepared for a download, after an hour", async () => {
    const removed: string[] = [];
    const file = (age: number) => ({
      kind: "file",
      getFile: async () => ({ lastModified: Date.now() - age }),
    });
    const folder = {
      entries: async function* () {
        yield ["old", file(3_700_000)];
        yield ["young", file(0)];
      },
      removeEntry: async (name: string) => void removed.push(name),
    };
    const storage = { getDirectory: async () => ({ getDirectoryHandle: async () => folder }) };
    Object.assign(navigator, { storage });
    await lookForOrphans("ada");
    await expect.poll(() => removed).toEqual(["old"]);
  });

  it("is left alone while another tab has it", async () => {
    await leave();
    locks.add(lockOf("take"));
    await lookForOrphans("ada");
    expect([held(), rows().length]).toEqual([[], 1]);
  });

  it.each<[string, Partial<Manifest>, string]>([
    ["has no bytes", {}, ""],
    ["has no bytes and was sent", { sent: true, upload }, ""],
    ["the server has confirmed", { sent: true, upload, sealed, confirmed: true }, film],
    ["the server confirms now", { sent: true, upload, sealed }, film],
  ])("is removed, and not offered, where it is what %s", async (_, fields, bytes) => {
    answers[`GET /api/recordings/${id}/receipt`] = { body: receipt };
    await leave(fields, bytes);
    await lookForOrphans("ada");
    expect(held()).toEqual([]);
    expect([rows(), browser.rowsOf("chunks"), [...locks]]).toEqual([[], [], []]);
    const isAsked = fields.sent && !fields.confirmed && bytes !== "";
    expect(asked).toEqual(isAsked ? [`GET /api/recordings/${id}/receipt`] : []);
  });

  it("is left alone where it cannot be read now, and offered whole when it can", async () => {
    const disk = new Disk();
    await leave({ keeps: "disk" });
    await lookForOrphans("ada");
    expect([held(), rows().length, [...locks]]).toEqual([[], 1, []]);
    Object.assign(navigator, { storage: disk.storage });
    const folder = await (await disk.storage.getDirectory()).getDirectoryHandle();
    const file = await folder.getFileHandle("take", { create: true });
    file.bytes = new TextEncoder().encode(film);
    await lookForOrphans("ada");
    expect(await held()[0]?.blob.text()).toBe(film);
  });

  it("is removed where the browser has thrown its bytes away", async () => {
    Object.assign(navigator, { storage: new Disk().storage });
    await leave({ keeps: "disk" });
    await lookForOrphans("ada");
    expect([held(), rows(), [...locks]]).toEqual([[], [], []]);
  });

  it("is offered where the server has its beginning, though nothing of it is left here", async () => {
    await leave({ upload }, "");
    await lookForOrphans("ada");
    expect(held()).toMatchObject([{ manifest: { upload, bytes: 0 } }]);
  });

  it("goes to a new place, and not on to the old one, where the server has it otherwise", async () => {
    answers[`GET /api/recordings/${id}/receipt`] = { status: 404, body: gone };
    await leave({ mayUpload: true, sent: true, upload, sealed });
    await lookForOrphans("ada");
    const left = { sent: false, upload: null };
    expect(held()).toMatchObject([{ manifest: left }]);
    expect(rows()).toMatchObject([left]);
  });

  it("is not sent by itself at a later visit where its owner deleted it on the server and was asked since", async () => {
    signIn({ token: "hers", user: { ...ada, id: "ada" } });
    answers[`GET /api/recordings/${id}/receipt`] = { status: 404, body: gone };
    await leave({ mayUpload: true, sent: true, upload, sealed });
    await lookForOrphans("ada");
    expect(held()).toHaveLength(1);
    getDefaultStore().set(heldTakesAtom, []);
    locks.clear(); // the page was left, and is opened again
    await lookForOrphans("ada");
    expect(held().map(({ manifest }) => manifest.id)).toEqual(["take"]);
    expect(getDefaultStore().get(deliveriesAtom).size).toBe(0);
    expect(asked).toEqual([`GET /api/recordings/${id}/receipt`]);
  });

  it("is offered where nobody can tell whether the server has it as it is", async () => {
    vi.stubGlobal("Worker", undefined); // it would be hashed there
    await leave({ sent: true, upload });
    await lookForOrphans("ada");
    expect(held()).toMatchObject([{ manifest: { sent: true, upload } }]);
    expect([rows().length, asked]).toEqual([1, []]);
  });

  it("waits for the server without keeping others waiting", async () => {
    await leave({ sent: true, upload, sealed });
    await leave({ id: "other" });
    void lookForOrphans("ada");
    await expect.poll(() => held().map(({ manifest }) => manifest.id)).toEqual(["other"]);
  });

  it("goes on by itself where it ended in order and its owner agreed to have it sent", async () => {
    signIn({ token: "hers", user: { ...ada, id: "ada" } });
    await leave({ mayUpload: true, sealed });
    await leave({ id: "unasked", mayUpload: false, sealed });
    await leave({ id: "cut off", mayUpload: true });
    await lookForOrphans("ada");
    expect(
      held()
        .map(({ manifest }) => manifest.id)
        .toSorted(),
    ).toEqual(["cut off", "unasked"]);
    await expect.poll(() => asked).toEqual(["POST /api/uploads"]);
    expect([...getDefaultStore().get(deliveriesAtom).keys()]).toEqual(["take"]);
  });

  it("is its owner's to decide about where the server refuses it", async () => {
    signIn({ token: "hers", user: { ...ada, id: "ada" } });
    answers["POST /api/uploads"] = {
      status: 402,
      body: { error: "x", message: "Your plan is full.", code: "full" },
    };
    await leave({ mayUpload: true, sealed });
    await lookForOrphans("ada");
    await expect.poll(() => held().map(({ manifest }) => manifest.id)).toEqual(["take"]);
    expect(getDefaultStore().get(deliveriesAtom).size).toBe(0);
    expect([rows().length, asked]).toEqual([1, ["POST /api/uploads"]]);
  });

  it("waits for its owner where nobody is signed in any more, and goes on when they are back", async () => {
    const owner = { ...ada, id: "ada" };
    signIn({ token: "hers", user: owner });
    answers["POST /api/uploads"] = { status: 401 };
    await leave({ mayUpload: true, sealed });
    await lookForOrphans("ada");
    await expect.poll(() => session()).toMatchObject({ status: "signed-out", expired: true });
    delete answers["POST /api/uploads"];
    signIn({ token: "hers again", user: owner });
    await expect.poll(() => asked).toEqual(["POST /api/uploads", "POST /api/uploads"]);
    expect([held(), getDefaultStore().get(deliveriesAtom).size]).toEqual([[], 1]);
  });

  it("is thrown away here and on the server, which is told at the next look if it did not hear", async () => {
    await leave({ upload });
    await lookForOrphans("ada");
    const [take] = held();
    answers[`DELETE /api/recordings/${id}`] = { status: 503 };
    if (take) await discardOrphan(take);
    expect([held(), rows(), [...locks]]).toEqual([[], [], []]);
    answers[`DELETE /api/recordings/${id}`] = { body: { success: true } };
    await lookForOrphans("ada");
    await expect.poll(() => asked).toHaveLength(2);
    await lookForOrphans("ada");
    expect(new Set(asked)).toEqual(new Set([`DELETE /api/recordings/${id}`]));
    await expect.poll(() => localStorage.getItem("kinora.discarded")).toBe("{}");
  });
});
