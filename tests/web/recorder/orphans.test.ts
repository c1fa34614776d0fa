// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import { heldTakesAtom } from "#web/features/recorder/keep/held-takes.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import { lookForOrphans } from "#web/features/recorder/recover/orphans.ts";
import { aManifest } from "./keep/manifest.ts";

afterEach(() => void vi.unstubAllGlobals());

/** A browser's database, as much of it as holds what an earlier visit left. */
function leaveBehind(manifest: Manifest) {
  const rows = new Map([[manifest.id, manifest]]);
  const answer = <Result>(result: Result) => {
    const request = { result, onsuccess: () => {} };
    queueMicrotask(() => request.onsuccess());
    return request;
  };
  const objectStore = () => ({
    getAll: () => answer([...rows.values()]),
    get: (id: string) => answer(rows.get(id)),
    put: (row: Manifest) => void rows.set(row.id, row),
    delete: (id: string) => void rows.delete(id),
  });
  const transaction = () => {
    const running = { objectStore, oncomplete: () => {} };
    setTimeout(() => running.oncomplete());
    return running;
  };
  const request = async (_name: string, _how: object, run: (lock: object) => unknown) => run({});
  vi.stubGlobal("navigator", { locks: { request } });
  vi.stubGlobal("indexedDB", { open: () => answer({ transaction }) });
  return rows;
}

test("what the server has otherwise than it was recorded goes to a new place, and not on to the old one", async () => {
  const upload = { url: "/api/uploads/1", recordingId: "r1" };
  const sealed = { bytes: 0, sha256: "abc" };
  const rows = leaveBehind(aManifest({ keeps: "memory", sent: true, upload, sealed }));
  vi.stubGlobal("fetch", async () => Response.json({ error: "Gone" }, { status: 404 }));
  await lookForOrphans("ada");
  const left = { sent: false, upload: null };
  expect(getDefaultStore().get(heldTakesAtom)).toMatchObject([{ manifest: left }]);
  await expect.poll(() => rows.get("take")).toMatchObject(left);
});
