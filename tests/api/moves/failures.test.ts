import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { joinStores } from "#api/platform/objects/objects.ts";
import { StoreFull, StoreUnreachable } from "#api/platform/objects/store.ts";
import { testApp } from "#tests/support/app.ts";
import { stream, troubledStore } from "./troubled-store.ts";
import { collect, left, move, moved, placeOf, play, recordingIn } from "./world.ts";

const home = troubledStore("cloud", "s3");
const earlier = troubledStore("earlier", "local");
const objects = joinStores([home, earlier]);
const app = await testApp({}, { objects });
await app.startJobs();
const bytes = randomBytes(300_000);

const away = async (): Promise<never> => {
  throw new StoreUnreachable("no answer");
};
const broken = async (): Promise<never> => {
  throw new Error("500");
};
const half = bytes.subarray(0, 150_000);
const garbled = Buffer.concat([half, randomBytes(150_000)]);

/** Troubles that happen once, and mend themselves. */
const passing: [string, () => void][] = [
  ["the old place does not answer", () => earlier.troubles.get.push(away)],
  ["the old place is away for long", () => earlier.troubles.get.push(...Array(8).fill(away))],
  ["the old place fails", () => earlier.troubles.get.push(broken)],
  ["the old place has nothing", () => earlier.troubles.get.push(async () => null)],
  ["the old place breaks off", () => earlier.troubles.get.push(async () => stream([half], away))],
  ["the old place ends too early", () => earlier.troubles.get.push(async () => stream([half]))],
  ["the new place does not answer", () => home.troubles.put.push(away)],
  ["the new place fails", () => home.troubles.put.push(broken)],
  ["the new place fails three times", () => home.troubles.put.push(broken, broken, broken)],
  [
    "the new place fails when it has everything",
    () =>
      home.troubles.put.push(async (...given) => {
        await home.sound.put(...given);
        return broken();
      }),
  ],
  [
    "the new place keeps something else",
    () =>
      home.troubles.put.push(async (key, body, options) => {
        const stored = await home.sound.put(key, body, options);
        await home.sound.put(key, garbled);
        return stored;
      }),
  ],
  ["the copy cannot be read back", () => home.troubles.get.push(away)],
  ["the copy is gone", () => home.troubles.get.push(async () => null)],
  ["the copy breaks off", () => home.troubles.get.push(async () => stream([half], broken))],
  ["the copy is shorter", () => home.troubles.get.push(async () => stream([half]))],
  ["the copy has another checksum", () => home.troubles.get.push(async () => stream([garbled]))],
];

describe("a move in which", () => {
  it.each(passing)("%s, ends well all the same", async (_, goWrong) => {
    const ada = await app.person();
    const id = await recordingIn(app, ada, "earlier", bytes);
    const before = await placeOf(app, id);
    goWrong();
    expect((await move(ada, id)).status).toBe(202);
    expect(await moved(app, ada, id)).toMatchObject({ storage_type: "s3", moving: null });
    expect([home.troubles, earlier.troubles]).toEqual([
      { put: [], get: [] },
      { put: [], get: [] },
    ]);
    await collect(app, objects);
    expect((await play(ada, id)).bytes.equals(bytes)).toBe(true);
    const { key } = await placeOf(app, id);
    expect([await home.size(key), await earlier.size(before.key)]).toEqual([bytes.length, null]);
    expect(await left(app)).toEqual([]);
    expect(home.objects.size).toBe(await countIn("cloud"));
  });

  it("the new place is full, says so, stays playable, and can be tried again", async () => {
    const ada = await app.person();
    const id = await recordingIn(app, ada, "earlier", bytes);
    home.troubles.put.push(() => Promise.reject(new StoreFull()));
    await move(ada, id);
    expect(await moved(app, ada, id)).toMatchObject({
      storage_type: "local",
      moving: { to: "s3", failed: expect.stringMatching(/no room left/) },
    });
    expect((await play(ada, id)).bytes.equals(bytes)).toBe(true);
    expect(home.objects.size).toBe(await countIn("cloud"));

    expect((await move(ada, id)).status).toBe(202);
    expect(await moved(app, ada, id)).toMatchObject({ storage_type: "s3", moving: null });
  });

  it("every try fails, is given up in words, and nothing has changed", async () => {
    const ada = await app.person();
    const id = await recordingIn(app, ada, "earlier", bytes);
    home.troubles.get.push(...Array(5).fill(async () => stream([garbled])));
    await move(ada, id);
    expect(await moved(app, ada, id)).toMatchObject({
      storage_type: "local",
      moving: { to: "s3", failed: expect.stringMatching(/The recording is where it was/) },
    });
    expect((await play(ada, id)).bytes.equals(bytes)).toBe(true);
    expect(home.objects.size).toBe(await countIn("cloud"));
    const putAway = await ada.call("DELETE", `/recordings/${id}/move`);
    expect(await putAway.json()).toMatchObject({ moving: null, storage_type: "local" });
  });
});

async function countIn(store: string): Promise<number> {
  const rows = await app.database.pool`select 1 from public.recordings where store = ${store}`;
  return rows.length;
}
