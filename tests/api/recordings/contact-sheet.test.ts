import { beforeAll, describe, expect, it } from "vitest";
import { sheetShape } from "#api/media/contact-sheet.ts";
import { findFfmpeg } from "#api/media/transcode.ts";
import { LARGEST_SHEET_BYTES } from "#contract/contact-sheets.ts";
import { refsOf } from "#tests/api/objects/refs.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { jpeg, sheetQuery } from "#tests/support/jpeg.ts";
import { deleteForGood } from "#tests/support/recordings.ts";
import { allowForProcessing, processed, readRecording, saveVideo } from "#tests/support/saving.ts";

allowForProcessing();
const app = await testApp();
const ffmpeg = await findFfmpeg();
beforeAll(app.startJobs);

const pathOf = (id: string) => `/recordings/${id}/contact-sheet`;
const send = (person: SignedIn, id: string, picture = jpeg(), query = sheetQuery) =>
  person.call("POST", `${pathOf(id)}?${query}`, picture, { "Content-Type": "image/jpeg" });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe("pictures of a recording's moments", () => {
  it("are kept, named in the recording, replaced, and gone with it", async () => {
    const ada = await app.person();
    const { id } = await saveVideo(ada, "xvid.avi");
    await processed(ada, id);
    const used = async () =>
      (await (await ada.call("GET", "/subscriptions/storage-usage")).json()).storage_used_bytes;
    const before = await used();
    const first = await (await send(ada, id)).json();
    expect(first.contact_sheet).toEqual({
      path: expect.stringMatching(new RegExp(`^/api${pathOf(id)}\\?v=\\w{8}$`)),
      tiles: 3,
      seconds_each: 2,
      tile_width: 160,
      tile_height: 90,
    });
    const [earlier] = (await refsOf(app, id)).slice(-1);
    const { contact_sheet } = await (await send(ada, id, jpeg(6000))).json();
    expect(contact_sheet.path).not.toBe(first.contact_sheet.path);
    expect((await readRecording(ada, id)).contact_sheet).toEqual(contact_sheet);
    expect(await bytesOf(await ada.call("GET", pathOf(id)))).toEqual(Buffer.from(jpeg(6000)));
    expect(await used()).toEqual(before);

    const refs = [earlier, ...(await refsOf(app, id))].flatMap((ref) => ref ?? []);
    expect(refs.length).toBeGreaterThan(2); // the video, and two sheets
    const nobodys = await app.database.pool`
      select private.objects_nobody_names(${refs[0]?.store ?? ""}, ${refs.map(({ key }) => key)})
    `;
    expect(nobodys).toEqual([]);
    await deleteForGood(ada, id);
    const left = () => Promise.all(refs.map((ref) => app.objects.size(ref)));
    await expect.poll(left, { timeout: 20_000 }).toEqual(refs.map(() => null));
  });

  it.each([
    ["no picture", new Uint8Array(), sheetQuery, 422],
    ["another kind", Buffer.from("hello ".repeat(50)), sheetQuery, 415],
    ["a larger one", jpeg(LARGEST_SHEET_BYTES + 1), sheetQuery, 413],
    ["more than a hundred", jpeg(), sheetQuery.replace("tiles=3", "tiles=101"), 400],
    ["no word on what they are", jpeg(), "", 400],
  ])("are not made of %s", async (_, picture, query, status) => {
    const ada = await app.person();
    const { id } = await saveVideo(ada, "xvid.avi");
    expect((await send(ada, id, picture, query)).status).toBe(status);
    expect((await ada.call("GET", pathOf(id))).status).toBe(404);
  });

  it.skipIf(!ffmpeg)("are drawn of what came without, and of nothing else", async () => {
    const ada = await app.person();
    const made = (id: string) =>
      expect
        .poll(async () => (await readRecording(ada, id)).contact_sheet, { timeout: 45_000 })
        .toMatchObject({ tiles: 5, seconds_each: 1, tile_width: 160, tile_height: 90 });
    const { id } = await saveVideo(ada, "recorded.webm", { call: "/recordings/import" });
    await made(id);
    const sheet = await bytesOf(await ada.call("GET", pathOf(id)));
    expect(sheet.length).toBeLessThan(LARGEST_SHEET_BYTES);
    expect(sizeOf(sheet)).toEqual({ width: 5 * 160, height: 90 });

    const film = await saveVideo(ada, "h264.mov", { call: "/recordings/import" });
    await expect
      .poll(async () => (await readRecording(ada, film.id)).contact_sheet, { timeout: 45_000 })
      .not.toBeNull();

    const own = await saveVideo(ada, "recorded.webm");
    await send(ada, own.id);
    const after = await saveVideo(ada, "recorded.webm");
    await made(after.id); // by a job that came after that of the one before
    expect((await readRecording(ada, own.id)).contact_sheet).toMatchObject({ tiles: 3 });
  });
});

describe("the shape of a sheet", () => {
  const probe = { width: 1920, height: 1080, duration: 5 } as Parameters<typeof sheetShape>[0]; // no more of it is asked

  it("has a picture a second, and a hundred of what is longer", () => {
    expect(sheetShape(probe)).toMatchObject({ tiles: 5, seconds_each: 1, tile_height: 90 });
    expect(sheetShape({ ...probe, duration: 0.2 }).tiles).toBe(1);
    expect(sheetShape({ ...probe, duration: 7200 })).toMatchObject({
      tiles: 100,
      seconds_each: 72,
    });
    expect(sheetShape({ ...probe, width: 1080, height: 1920 })).toMatchObject({
      tile_width: 90,
      tile_height: 160,
    });
  });
});

/** The size as the JPEG's own frame header says. */
function sizeOf(picture: Buffer) {
  const frame = picture.indexOf(Buffer.from([0xff, 0xc0]));
  return { height: picture.readUInt16BE(frame + 5), width: picture.readUInt16BE(frame + 7) };
}
