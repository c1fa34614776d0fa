import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { modelShelf } from "#api/services/transcription/model-shelf.ts";
import { englishModel } from "#api/services/transcription/models.ts";
import type { ServerState } from "#contract/server.ts";
import { startModelStore } from "#tests/stand-ins/models.ts";
import { testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const bytes = crypto.getRandomValues(new Uint8Array(50_000));
const store = startModelStore(bytes);
atEndOfFile(store.stop);
const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
const listed = { ...englishModel, name: "small", path: "a/model.bin", bytes: bytes.length, sha256 };

/** A server that transcribes by itself, with these models to choose from. */
async function serverWith(different: Partial<typeof listed> = {}) {
  const directory = temporaryDirectory();
  const shelf = modelShelf({
    ...{ directory, modelsUrl: store.url, model: "small", pauses: [1500] },
    models: [{ ...listed, ...different }],
  });
  store.asked.length = 0;
  const app = await testApp({}, { shelf });
  const superAdmin = await app.person({ role: "super_admin" });
  return {
    directory,
    superAdmin,
    admin: await app.person({ role: "admin" }),
    download: (name: string) =>
      superAdmin.call("POST", `/admin/server/speech-models/${name}/download`),
    async model() {
      const state: ServerState = await (await superAdmin.call("GET", "/admin/server")).json();
      return state.speech_models?.[0];
    },
  };
}

describe("a speech model", () => {
  it("is shown with size and licence before anything is downloaded, and how far it is until it is there", async () => {
    const { model, download, admin } = await serverWith();
    expect(await model()).toEqual({
      ...{ name: "small", bytes: bytes.length, licence: "CC-BY-4.0", credit: "NVIDIA" },
      ...{ languages: ["en"], state: "absent", bytes_here: 0, error: null },
    });
    expect(store.asked).toEqual([]);
    const its = "/admin/server/speech-models/small/download";
    expect((await admin.call("POST", its)).status).toBe(403);
    expect((await download("large")).status).toBe(404);
    store.cutNextAfter(20_000);
    expect((await download("small")).status).toBe(202);
    expect((await download("small")).status, "it is one download").toBe(202);
    await expect.poll(model).toMatchObject({ state: "downloading", bytes_here: 20_000 });
    await expect.poll(model, { timeout: 10_000 }).toMatchObject({ state: "ready" });
    expect(store.asked).toEqual([null, "bytes=20000-"]);
  });

  it("that is another file is broken, whether it was copied or downloaded", async () => {
    const copied = await serverWith();
    await writeFile(join(copied.directory, "model.bin"), bytes.toReversed());
    expect(await copied.model()).toMatchObject({ state: "broken" });
    const wrong = await serverWith({ sha256: "0".repeat(64) });
    await wrong.download("small");
    await expect.poll(wrong.model).toMatchObject({
      ...{ state: "absent", bytes_here: 0, error: expect.stringContaining("checksum differs") },
    });
    store.cutNextAfter(20_000);
    await wrong.download("small");
    expect(await wrong.model()).toMatchObject({ state: "downloading", error: null });
  });

  it("of the operator's own is shown as here or not, wherever it lies, and nothing is offered beside it", async () => {
    const directory = temporaryDirectory();
    const there = join(temporaryDirectory(), "own.bin");
    await writeFile(there, bytes);
    await writeFile(join(directory, "beside.bin"), bytes.slice(0, 7));
    const shown = async (model: string) => await modelShelf({ directory, model }).list();
    const own = { bytes: null, licence: null, credit: null, languages: null, error: null };
    expect(await shown(there)).toEqual([
      { ...own, name: there, state: "ready", bytes_here: bytes.length },
    ]);
    expect(await shown("beside.bin")).toMatchObject([{ state: "ready", bytes_here: 7 }]);
    const missing = modelShelf({ directory, model: "missing.bin" });
    expect(await missing.list()).toMatchObject([{ state: "absent", bytes_here: 0 }]);
    expect(missing.download("missing.bin")).toBe(false);
    const ours = (await modelShelf({ directory }).list()).map(({ name }) => name);
    expect(new Set(ours).size, "each of ours is shown once").toBe(ours.length);
  });

  it("is nobody's where a service transcribes", async () => {
    const app = await testApp();
    const superAdmin = await app.person({ role: "super_admin" });
    const state: ServerState = await (await superAdmin.call("GET", "/admin/server")).json();
    expect(state.speech_models).toBeNull();
    const its = "/admin/server/speech-models/small/download";
    expect((await superAdmin.call("POST", its)).status).toBe(404);
  });
});
