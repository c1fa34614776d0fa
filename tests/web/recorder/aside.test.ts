// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { ada } from "#tests/web/lib/people.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import { heldTakesAtom, takeFrom } from "#web/features/recorder/keep/take.ts";
import * as aside from "#web/features/recorder/send/aside.ts";
import { asideAtom } from "#web/features/recorder/send/aside-takes.ts";
import { deliveriesAtom } from "#web/features/recorder/send/delivery.ts";
import { signIn, signOut } from "#web/lib/session.ts";
import { aManifest } from "./keep/manifest.ts";

const id = "6f7f9bb4-3c48-4b0e-9d6c-0c9d4a1c2b3d";
const upload = { url: "/api/uploads/1", recordingId: id };
const receipt = {
  ...{ recording_id: id, status: "recording", received_bytes: 5, received_sha256: null },
  ...{ duration: null, seekable: null, audio: null },
};
const film = new Blob(["all of it"], { type: "video/webm" });

let server: Awaited<ReturnType<typeof answeringServer>>;
let asked: string[];
let status: number;
let gone: string[];

beforeEach(async () => {
  localStorage.clear();
  signIn({ token: "of-ada", user: ada });
  server = await answeringServer();
  [asked, status, gone] = [[], 200, []];
  const body = { success: true, done: [id], refused: [], ...receipt };
  const refusal = { error: "No", message: "No", code: "no" };
  server.state.answer = ({ method, url = "" }) => {
    asked.push(`${method} ${url.replace("/api/", "").replace(id, "r")}`);
    return { status, body: status < 400 ? body : refusal };
  };
});
afterEach(() => {
  aside.letGoOf(() => true);
  getDefaultStore().set(heldTakesAtom, []);
  for (const { dismiss } of getDefaultStore().get(deliveriesAtom).values()) dismiss();
  vi.useRealTimers();
  signOut();
  return server.stop();
});

const aTake = (name: string, fields: Partial<Manifest> = {}) =>
  takeFrom(
    aManifest({ id: name, userId: ada.id, keeps: "memory", bytes: film.size, ...fields }),
    film,
    () => void gone.push(name),
  );
const all = () => getDefaultStore().get(asideAtom);
const last = () => {
  const found = all().at(-1);
  if (!found) throw new Error("Nothing is set aside");
  return found;
};

describe("what was thrown away while it ran", () => {
  it("is told to the server, and brought back there before it is sent on", async () => {
    await aside.throwAway(aTake("one", { upload, mayUpload: true }));
    await last().told;
    expect(asked).toEqual(["DELETE recordings/r"]);
    await aside.bringBack(last());
    expect(asked[1]).toBe("POST recordings/batch");
    expect(all()).toEqual([]);
    const [delivery] = getDefaultStore().get(deliveriesAtom).values();
    expect(delivery?.manifest).toMatchObject({ id: "one", upload, discarded: undefined });
  });

  it("waits to be saved where nothing of it was sent", async () => {
    const take = aTake("one");
    await aside.throwAway(take);
    await aside.bringBack(last());
    expect([asked, getDefaultStore().get(heldTakesAtom)]).toEqual([[], [take]]);
  });

  it("that is gone by then is neither sent nor kept, and nothing waits for its end", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await aside.throwAway(aTake("lost", { mayUpload: true }));
    const lost = last();
    const timers = vi.getTimerCount();
    aside.letGoOf(() => true);
    expect(vi.getTimerCount()).toBe(timers - 1);
    await aside.bringBack(lost);
    expect(getDefaultStore().get(deliveriesAtom).has("lost")).toBe(false);
    expect(getDefaultStore().get(heldTakesAtom)).toEqual([]);
    await expect.poll(() => gone).toEqual(["lost"]);
  });

  it("stays where it is while the server cannot bring it back", async () => {
    await aside.throwAway(aTake("one", { upload, mayUpload: true }));
    status = 503;
    await expect(aside.bringBack(last())).rejects.toThrow();
    expect(all()).toHaveLength(1);
    status = 200;
    await aside.bringBack(last());
    expect(all()).toEqual([]);
  });

  it("goes after ten minutes, ten in a row, and the last one comes back first", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    for (let take = 1; take <= 10; take++) await aside.makeWay(aTake(`take ${take}`));
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    expect([all().length, gone]).toEqual([10, []]);
    await aside.bringBack(last());
    expect(getDefaultStore().get(heldTakesAtom)[0]?.manifest.id).toBe("take 10");
    await vi.advanceTimersByTimeAsync(61_000);
    expect([all().length, gone.length, gone.includes("take 10")]).toEqual([0, 9, false]);
  });

  it("goes when its time is over, also where an earlier visit threw it away", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const take = aTake("one", { discarded: Date.now() - 9 * 60_000 });
    expect([aside.isThrownAway(take), aside.isThrownAway(aTake("two"))]).toEqual([true, false]);
    await aside.setAside(take);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(gone).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(gone).toEqual(["one"]);
  });

  it.each([
    ["goes on to be sent where its owner restored it from the trash meanwhile", 200, [[], []]],
    ["goes where the server has none of it any more", 404, [[], ["one"]]],
    ["stays to be brought back while nobody can say", 503, [["one"], []]],
  ])("%s, once its time is over", async (_, answer, left) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    await aside.throwAway(aTake("one", { upload, mayUpload: true }));
    await last().told;
    status = answer;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    await expect.poll(() => asked[1]).toBe("GET recordings/r/receipt");
    await expect.poll(() => [all().map(({ take }) => take.manifest.id), gone]).toEqual(left);
    const delivered = [...getDefaultStore().get(deliveriesAtom).values()];
    expect(delivered.map(({ manifest }) => manifest)).toMatchObject(
      answer === 200 ? [{ id: "one", upload, discarded: undefined }] : [],
    );
  });

  it("comes back in the order in which it was thrown away, in whichever it is found", async () => {
    const [first, second] = [Date.now() - 2_000, Date.now() - 1_000];
    await aside.setAside(aTake("second", { discarded: second }));
    await aside.setAside(aTake("first", { discarded: first }));
    expect(last().take.manifest.id).toBe("second");
  });

  it("is not another person's to find", async () => {
    await aside.throwAway(aTake("one"));
    aside.letGoOf((userId) => userId !== ada.id);
    expect(all()).toHaveLength(1);
    aside.letGoOf((userId) => userId === ada.id);
    await expect.poll(() => gone).toEqual(["one"]);
    expect(all()).toEqual([]);
  });
});

describe("a take that was begun anew", () => {
  it("goes to a place of its own when it is brought back", async () => {
    await aside.makeWay(aTake("one", { upload, mayUpload: true }));
    await aside.bringBack(last());
    expect(asked.filter((one) => one.includes("recordings"))).toEqual([]);
    const [delivery] = getDefaultStore().get(deliveriesAtom).values();
    expect(delivery?.manifest.upload).toBeNull();
  });

  it("gets its place back where the next take never began", async () => {
    await aside.makeWay(aTake("one", { upload, mayUpload: true }));
    await aside.giveWayBack("one", Promise.resolve());
    await aside.bringBack(last());
    expect(asked[0]).toBe("POST recordings/batch");
  });
});
