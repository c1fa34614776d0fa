import { readdir, writeFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fetchModel } from "#api/services/transcription/fetch-model.ts";
import { localTranscriber } from "#api/services/transcription/local.ts";
import type { ShelfSettings } from "#api/services/transcription/model-shelf.ts";
import {
  defaultModel,
  englishModel,
  type SpeechModel,
  speechModels,
} from "#api/services/transcription/models.ts";
import { startModelStore } from "#tests/stand-ins/models.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { isRunning, nicenessOf, processesThatName } from "#tests/support/processes.ts";
import { writeSpeechModel } from "#tests/support/speech-model.ts";
import { spokenSound } from "#tests/support/spoken.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const directory = temporaryDirectory();
const source = join(directory, "random.bin");
writeSpeechModel(source);
const bytes = await Bun.file(source).bytes();
const store = startModelStore(bytes);
atEndOfFile(store.stop);

const { signal } = new AbortController();
const english = { language: "en", signal };
const sound = { path: spokenSound.path, seconds: spokenSound.seconds };
const listed = {
  ...{ ...englishModel, name: "random", path: "some/where/model.bin", bytes: bytes.length },
  sha256: new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
};

/** A server that has no model yet, and this one to choose from. */
function newServer(settings: Partial<ShelfSettings> = {}, different: Partial<SpeechModel> = {}) {
  const models = temporaryDirectory();
  const usual = { directory: models, modelsUrl: store.url, model: "random", pauses: [1, 1, 1] };
  const offered = [{ ...listed, ...different }];
  const transcriber = localTranscriber({ ...usual, models: offered, ...settings });
  store.asked.length = 0;
  return { models, transcribe: transcriber.transcribe, knows: transcriber.knows };
}

/** The process that listens with this model, once there is one. */
async function listener(models: string): Promise<number> {
  const named = () => processesThatName(join(models, "model.bin"));
  await expect.poll(named).toHaveLength(1);
  return (await named())[0] ?? 0;
}

const aborted = () => AbortSignal.abort(new Error("not wanted any more"));

describe("this machine as an engine", () => {
  it("downloads its model at the first use, goes on where it was cut off, and listens", async () => {
    const { models, transcribe } = newServer();
    store.cutNextAfter(1_000_000);
    const heard = await transcribe(sound, english);
    expect(store.asked).toEqual([null, "bytes=1000000-"]);
    expect(await readdir(models)).toEqual(["model.bin"]);
    // The numbers are random, and so is the text; what it takes is not.
    expect(heard.segments.length).toBeGreaterThan(0);
    for (const { start, end, text } of heard.segments) {
      expect(text).not.toBe("");
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThanOrEqual(start);
      expect(end).toBeLessThanOrEqual(sound.seconds);
    }
  });

  it("begins a download anew where the address sends only all of it", async () => {
    const whole = startModelStore(bytes);
    atEndOfFile(whole.stop);
    whole.ignoreRanges();
    whole.cutNextAfter(1_000_000);
    const path = join(temporaryDirectory(), "model.bin");
    await fetchModel({ ...listed, url: whole.url, path }, { pauses: [1] });
    expect(whole.asked).toEqual([null, "bytes=1000000-"]);
    expect(Bun.file(path).size).toBe(bytes.length);
  });

  it("gives up on an address that sends nothing, whatever it says", async () => {
    const empty = startModelStore(new Uint8Array());
    atEndOfFile(empty.stop);
    const path = join(temporaryDirectory(), "model.bin");
    const fetched = fetchModel({ ...listed, url: empty.url, path }, { pauses: [1, 1] });
    await expect(fetched).rejects.toThrow("could not be downloaded");
    expect(empty.asked).toHaveLength(3);
  });

  it("refuses a file that is another one, downloaded or copied", async () => {
    const { models, transcribe } = newServer({}, { sha256: "0".repeat(64) });
    await expect(transcribe(sound, english)).rejects.toThrow("its checksum differs");
    expect(await readdir(models), "and keeps nothing of it").toEqual([]);
    await writeFile(join(models, "model.bin"), bytes);
    await expect(transcribe(sound, english)).rejects.toMatchObject({ isForAll: true });
  });

  it("looks again at a file that was another one, once it is replaced", async () => {
    const path = join(temporaryDirectory(), "model.bin");
    const file = { ...listed, url: "http://127.0.0.1:1", path };
    await writeFile(path, bytes.toReversed());
    await expect(fetchModel(file)).rejects.toThrow("its checksum differs");
    await writeFile(path, bytes);
    await fetchModel(file);
  });

  it("is downloaded once for all who need it, and on by the next where the first gives it up", async () => {
    const file = { ...listed, url: store.url, path: join(temporaryDirectory(), "model.bin") };
    store.asked.length = 0;
    const first = new AbortController();
    const given = fetchModel(file, { signal: first.signal });
    const others = [fetchModel(file), fetchModel(file)];
    first.abort(new Error("not wanted any more"));
    await expect(given).rejects.toThrow("not wanted any more");
    await Promise.all(others);
    store.asked.length = 0;
    const anew = { ...file, path: join(temporaryDirectory(), "model.bin") };
    await Promise.all([fetchModel(anew), fetchModel(anew), fetchModel(anew)]);
    expect(store.asked).toEqual([null]);
  });

  it("begins anew where more is there than the whole, and takes no more than that", async () => {
    const path = join(temporaryDirectory(), "model.bin");
    await writeFile(`${path}.part`, new Uint8Array(bytes.length + 1));
    await fetchModel({ ...listed, url: store.url, path });
    expect(Buffer.from(await Bun.file(path).bytes()).equals(bytes)).toBe(true);
    const larger = startModelStore(new Uint8Array(bytes.length + 5_000_000));
    atEndOfFile(larger.stop);
    const other = join(temporaryDirectory(), "model.bin");
    const fetched = fetchModel({ ...listed, url: larger.url, path: other }, { pauses: [] });
    await expect(fetched).rejects.toThrow("could not be downloaded");
    expect(Bun.file(`${other}.part`).size).toBeLessThanOrEqual(bytes.length);
  });

  it("says so where the address does not answer", async () => {
    const { models, transcribe } = newServer({ modelsUrl: "http://127.0.0.1:1" });
    await expect(transcribe(sound, english)).rejects.toThrow(
      `could not be downloaded from 127.0.0.1:1. Ask this server's operator; the file can also be copied to ${models}/model.bin.`,
    );
  });

  it("takes a file that was copied to its place, and ends at once when nobody wants it", async () => {
    const { models, transcribe } = newServer({ modelsUrl: "http://127.0.0.1:1" });
    await writeFile(join(models, "model.bin"), bytes);
    const abort = new AbortController();
    const asked = transcribe(sound, { language: "en", signal: abort.signal });
    const pid = await listener(models);
    expect(await nicenessOf(pid), "whoever watches comes first").toBeGreaterThanOrEqual(15);
    abort.abort(new Error("not wanted any more"));
    await expect(asked).rejects.toThrow("not wanted any more");
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it("survives the crash of its process, and says what happened", async () => {
    const { models, transcribe } = newServer();
    const asked = transcribe(sound, english);
    const rejected = expect(asked).rejects.toMatchObject({
      message: "The speech engine of this server crashed over a part of this recording.",
      isForAll: false,
    });
    process.kill(await listener(models), "SIGABRT");
    await rejected;
  });

  it("may use so much memory and no more", async () => {
    const { transcribe } = newServer({}, { extraBytes: -bytes.length });
    await expect(transcribe(sound, english)).rejects.toThrow("more memory or time");
  });

  it("says which file is missing, and which is no model", async () => {
    const missing = newServer({ model: "/nowhere/model.gguf" });
    await expect(missing.transcribe(sound, english)).rejects.toThrow(
      "There is no speech model at /nowhere/model.gguf.",
    );
    const noModel = newServer({ model: spokenSound.path });
    await expect(noModel.transcribe(sound, english)).rejects.toMatchObject({
      ...{ isForAll: true, message: expect.stringContaining("cannot be loaded") },
    });
  });

  it("listens to one thing after the other", async () => {
    const { models, transcribe } = newServer();
    await writeFile(join(models, "model.bin"), bytes);
    const abort = new AbortController();
    const first = transcribe(sound, { language: "en", signal: abort.signal });
    // The second sound is not wanted any more, which the listener hears when its turn comes.
    const second = transcribe(sound, { language: "en", signal: aborted() });
    const ended: string[] = [];
    const over = [first, second].map((one) => one.catch(({ message }) => ended.push(message)));
    await listener(models);
    expect(ended).toEqual([]);
    abort.abort(new Error("enough"));
    await Promise.all(over);
    expect(ended).toEqual(["enough", "not wanted any more"]);
  });
});

/** The path of one that really listens, and knows English. */
const real = process.env.KINORA_SPEECH_MODEL;
const title = real ? "" : " (not run: KINORA_SPEECH_MODEL names no model)";

describe("a real model", () => {
  it.skipIf(!real)(`understands what is said, in its order${title}`, async () => {
    const { transcribe } = newServer({ model: real });
    const { segments } = await transcribe(sound, english);
    const heard = segments.map(({ text }) => text.toLowerCase()).join(" ");
    expect(heard).toMatch(/hello everyone.*the browser.*red button.*share the link.*friends/);
    const last = segments.findLast(({ text }) => text.includes("friends"));
    expect(last?.end).toBeGreaterThan(spokenSound.said.at(-1)?.start ?? 0);
  });
});

describe("the model that fits", () => {
  const GB = 1e9;
  it.each([
    ["en", 2 * GB, "parakeet-tdt_ctc-110m"],
    ["fr", 2 * GB, "whisper-base"],
    ["fr", 8 * GB, "parakeet-tdt-0.6b-v3"],
    ["de", 8 * GB, "whisper-small"],
    ["ja", 8 * GB, "whisper-small"],
    [null, 2 * GB, "whisper-base"],
  ])("for %s on %i bytes of memory is %s", (language, memory, name) => {
    expect(defaultModel(language, memory).name).toBe(name);
  });

  it("is known before it is downloaded: how large, whose, and what it understands", () => {
    for (const { bytes: size, sha256, licence, credit, path } of speechModels) {
      expect(size).toBeGreaterThan(50e6);
      expect(size).toBeLessThan(totalmem());
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(path).toMatch(/\/resolve\/(main|[0-9a-f]{40})\/.+\.gguf$/);
      expect(licence && credit).toBeTruthy();
    }
    const { knows } = newServer();
    expect([knows("en"), knows("de")]).toEqual([true, false]);
  });
});
