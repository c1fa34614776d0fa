import { beforeEach, describe, expect, it } from "vitest";
import { closeStaleUploads } from "#api/features/uploads/close-stale-uploads.ts";
import { discardObject, keepObject, removeLooseObjects } from "#api/platform/objects/loose.ts";
import { joinStores } from "#api/platform/objects/objects.ts";
import { testApp } from "#tests/support/app.ts";
import { jpeg } from "#tests/support/jpeg.ts";
import { memoryStore } from "#tests/support/memory-store.ts";
import { deleteForGood } from "#tests/support/recordings.ts";
import { allowForProcessing, processed, saveVideo } from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";
import { refsOf } from "./refs.ts";

allowForProcessing();
const webm = Buffer.from(await videoBytes("recorded.webm"));
const earlier = memoryStore("earlier", "local");
const later = memoryStore("later", "s3");
/** The stores of a server whose settings change: `home` is where new bytes go. */
const objects = { ...joinStores([earlier, later]), home: "earlier" };
const app = await testApp({ FFMPEG_PATH: "/no/such/ffmpeg" }, { objects });
const service = app.database.asService("a test collects");
await app.startJobs();
beforeEach(() => {
  objects.home = "earlier";
});

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const storesOf = async (id: string) => (await refsOf(app, id)).map(({ store }) => store);

describe("when new bytes go to another store than before", () => {
  it("the parts of one recording lie in both and are one file, which is finished in the new one", async () => {
    const ada = await app.person();
    const tus = tusClient(app, ada.token);
    const { url, recording: id } = created(await tus.create());
    await tus.patch(url, { offset: 0, bytes: webm.subarray(0, 100_000) });
    objects.home = "later";
    await tus.patch(url, { offset: 100_000, bytes: webm.subarray(100_000, 200_000) });
    expect(await storesOf(id)).toEqual(["earlier", "later"]);
    for (const [start, end] of [
      [99_990, 100_009],
      [0, 199_999],
    ] as const) {
      const range = { Range: `bytes=${start}-${end}` };
      const part = await ada.call("GET", `/recordings/${id}/stream`, undefined, range);
      expect((await bytesOf(part)).equals(webm.subarray(start, end + 1))).toBe(true);
    }

    await tus.patch(url, {
      offset: 200_000,
      bytes: webm.subarray(200_000),
      length: webm.length,
    });
    const ready = await processed(ada, id);
    expect(ready).toMatchObject({ status: "ready", storage_type: "s3" });
    expect(await storesOf(id)).toEqual(["earlier", "later", "later", "later"]);
    const whole = await bytesOf(await ada.call("GET", `/recordings/${id}/stream`));
    expect(whole.length).toBe(ready.size);

    // Hours later, nobody can be watching the parts any more.
    await closeStaleUploads(service, { send: async () => {} }, { watched: 0 });
    await removeLooseObjects(service, objects);
    expect([earlier.objects.size, await storesOf(id)]).toEqual([0, ["later"]]);
    const again = await bytesOf(await ada.call("GET", `/recordings/${id}/stream`));
    expect(again.equals(whole)).toBe(true);
  });

  it("a file that is kept as it came moves with the finishing", async () => {
    const ada = await app.person();
    const avi = Buffer.from(await videoBytes("xvid.avi"));
    const tus = tusClient(app, ada.token);
    const { url, recording: id } = created(
      await tus.create({ filename: "a.avi", filetype: "video/x-msvideo" }),
    );
    await tus.patch(url, { offset: 0, bytes: avi });
    objects.home = "later";
    await tus.patch(url, { offset: avi.length, bytes: new Uint8Array(), length: avi.length });
    expect(await processed(ada, id)).toMatchObject({ status: "ready", storage_type: "s3" });
    expect(await storesOf(id)).toEqual(["earlier", "later"]);
    const whole = await bytesOf(await ada.call("GET", `/recordings/${id}/stream`));
    expect(whole.equals(avi)).toBe(true);
  });

  it("a file that came in parts is put together before it is kept, also where all lie in one store", async () => {
    const ada = await app.person();
    const avi = Buffer.from(await videoBytes("xvid.avi"));
    const tus = tusClient(app, ada.token);
    const { url, recording: id } = created(
      await tus.create({ filename: "a.avi", filetype: "video/x-msvideo" }),
    );
    await tus.patch(url, { offset: 0, bytes: avi.subarray(0, 20_000) });
    await tus.patch(url, { offset: 20_000, bytes: avi.subarray(20_000), length: avi.length });
    expect(await processed(ada, id)).toMatchObject({ status: "ready", size: avi.length });
    const whole = await bytesOf(await ada.call("GET", `/recordings/${id}/stream`));
    expect(whole.equals(avi)).toBe(true);
  });

  it("what an account has in the old one goes on playing, and both go when they are deleted", async () => {
    const ada = await app.person();
    const old = await saveVideo(ada);
    await processed(ada, old.id);
    expect((await ada.call("POST", `/recordings/${old.id}/thumbnail`, jpeg())).status).toBe(200);
    objects.home = "later";
    const young = await saveVideo(ada);
    await processed(ada, young.id);

    const { recordings } = await (await ada.call("GET", "/recordings")).json();
    expect(recordings).toMatchObject([
      { id: young.id, storage_type: "s3" },
      { id: old.id, storage_type: "local" },
    ]);
    expect(new Set(await storesOf(old.id))).toEqual(new Set(["earlier"]));
    expect(new Set(await storesOf(young.id))).toEqual(new Set(["later"]));
    for (const { id, size } of recordings) {
      const played = await ada.call("GET", `/recordings/${id}/stream`);
      const downloaded = await ada.call("GET", `/recordings/${id}/download`);
      const lengths = [(await bytesOf(played)).length, (await bytesOf(downloaded)).length];
      expect(lengths).toEqual([size, size]);
    }
    const shown = await ada.call("GET", `/recordings/${old.id}/thumbnail`);
    expect((await bytesOf(shown)).equals(Buffer.from(jpeg()))).toBe(true);
    // A new picture of the old recording lies in the new store, and the old picture goes from the old one.
    await ada.call("POST", `/recordings/${old.id}/thumbnail`, jpeg(6000));
    expect(new Set(await storesOf(old.id))).toEqual(new Set(["earlier", "later"]));

    const keys = [...(await refsOf(app, old.id)), ...(await refsOf(app, young.id))];
    expect(keys.length).toBeGreaterThan(4);
    for (const { id } of recordings) await deleteForGood(ada, id);
    const left = () => Promise.all(keys.map((ref) => objects.size(ref)));
    await expect.poll(left, { timeout: 20_000 }).toEqual(keys.map(() => null));
  });
});

describe("a store that this process is not connected to", () => {
  it("is said to be the reason, and its objects stay listed until somebody is", async () => {
    const ada = await app.person();
    const { id } = await saveVideo(ada, "xvid.avi");
    await processed(ada, id);
    await ada.call("POST", `/recordings/${id}/thumbnail`, jpeg());
    const withoutIt = joinStores([later]);
    const request = app.anotherProcess({ objects: withoutIt });
    const headers = { Authorization: `Bearer ${ada.token}` };
    for (const what of ["stream", "download", "thumbnail"]) {
      const answer = await request(`/api/recordings/${id}/${what}`, { headers });
      const { code, message } = await answer.json();
      expect([answer.status, code]).toEqual([503, "store_not_connected"]);
      expect(message, "the client would speak of Google Drive").not.toMatch(/connect/i);
    }
    expect((await request(`/api/recordings/${id}`, { headers })).status).toBe(200);

    const refs = await refsOf(app, id);
    await app.database.pool`delete from public.recordings where id = ${id}`;
    await removeLooseObjects(service, withoutIt);
    expect(await looseAmong(refs)).toHaveLength(refs.length);
    expect(earlier.objects.size).toBeGreaterThanOrEqual(refs.length);
    await removeLooseObjects(service, objects);
    expect(await looseAmong(refs)).toHaveLength(0);
    expect(await Promise.all(refs.map(objects.size))).toEqual(refs.map(() => null));
  });
});

describe("what is loose", () => {
  const keep = async (home: string) => {
    objects.home = home;
    const ref = await keepObject(service, objects, webm);
    await app.database.pool`
      update private.loose_objects set due_at = now() where storage_key = ${ref.key}
    `;
    return ref;
  };

  it.each([
    ["fails", () => Promise.reject(new Error("out of reach"))],
    ["does not answer", () => new Promise<void>(() => {})],
  ])("is collected from one store while another %s", async (_, remove) => {
    const [unreached, reached] = [await keep("earlier"), await keep("later")];
    const collecting = removeLooseObjects(service, joinStores([{ ...earlier, remove }, later]));
    collecting.catch(() => {}); // what it says is the next test's question
    await expect.poll(() => looseAmong([reached, unreached])).toHaveLength(1);
    expect(await objects.size(reached)).toBeNull();
    expect(await objects.size(unreached)).toBe(webm.length);
    await removeLooseObjects(service, objects);
    expect(await objects.size(unreached)).toBeNull();
  });

  it("is collected again after a store that failed: the job hears of it", async () => {
    await keep("earlier");
    const remove = () => Promise.reject(new Error("out of reach"));
    const collecting = removeLooseObjects(service, joinStores([{ ...earlier, remove }, later]));
    await expect(collecting).rejects.toThrow("out of reach");
    await removeLooseObjects(service, objects);
  });

  it("and discarded goes at once; what a row refers to after all stays", async () => {
    const [loose, referred] = [await keep("earlier"), await keep("earlier")];
    await app.database.pool`select private.strike_off(${referred.store}, ${referred.key})`;
    await discardObject(service, objects, loose);
    await discardObject(service, objects, referred);
    expect(await Promise.all([objects.size(loose), objects.size(referred)])).toEqual([
      null,
      webm.length,
    ]);
    expect(await looseAmong([loose, referred])).toHaveLength(0);
  });
});

const looseAmong = (refs: readonly { key: string }[]) => app.database.pool`
  select 1 from private.loose_objects
   where storage_key in ${app.database.pool(refs.map(({ key }) => key))}
`;
