import { beforeAll, describe, expect, it, test } from "vitest";
import { type SignedIn, testApp, type Visitor } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp();

let owner: SignedIn;
let editor: SignedIn;
let admin: SignedIn;
let id: string;
let watching: Record<string, string>;
let editing: Record<string, string>;
let path: string;
beforeAll(async () => {
  owner = await person();
  editor = await person();
  admin = await person({ role: "admin" });
  id = await recordingOf(database, owner, "The demo");
  await database.pool`
    update public.recordings
       set original_filename = 'secret-client-name.webm', failure = 'said to its owner',
           missing = 'trashed', video_codec = 'vp9', view_count = 7777777
     where id = ${id}`;
  const link = await linkTo(owner, id);
  watching = through(link);
  editing = through(await linkTo(owner, id, { permission_type: "edit" }));
  path = `/shared/${link.share_token}`;
});

const shown = [
  ...["id", "filename", "original_filename", "size", "duration", "created_at", "storage_type"],
  ...["thumbnail_path", "mime_type", "status", "interrupted", "playable", "progress"],
  ...["contact_sheet", "live"],
].sort();

const read = async (who: Visitor, address: string, headers = {}) =>
  (await who.call("GET", address, undefined, headers)).json();

function expectNoMore(recording: object) {
  expect(Object.keys(recording).sort()).toEqual(shown);
  expect(recording).toMatchObject({ filename: "The demo", original_filename: "The demo" });
  for (const word of ["secret-client-name", "said to its owner", "trashed", "vp9", "7777777"])
    expect(JSON.stringify(recording)).not.toContain(word);
}

describe("a recording, for somebody who came by a link,", () => {
  it("is what their page shows, and its title is its file's name", async () => {
    expectNoMore((await read(visitor, path)).recording);
    expectNoMore((await read(editor, path)).recording);
  });

  it.each(["", "/metadata"])("is no more where it is asked for by itself: %j", async (end) => {
    expectNoMore(await read(visitor, `/recordings/${id}${end}`, watching));
    expectNoMore(await read(editor, `/recordings/${id}${end}`, watching));
    expectNoMore(await read(visitor, `/recordings/${id}${end}?share=${watching["X-Share-Token"]}`));
  });

  it("is no more where they rename it", async () => {
    const answer = await editor.call("PUT", `/recordings/${id}`, { filename: "The demo" }, editing);
    expect(answer.status).toBe(200);
    expectNoMore(await answer.json());
  });
});

test("a recording is whole for its owner, by a link as well, and for admins", async () => {
  const whole = { original_filename: "secret-client-name.webm", missing: "trashed" };
  expect(await read(owner, `/recordings/${id}`)).toMatchObject(whole);
  expect(await read(owner, `/recordings/${id}`, watching)).toMatchObject(whole);
  expect(await read(admin, `/recordings/${id}/metadata`)).toMatchObject(whole);
  const renamed = await owner.call("PUT", `/recordings/${id}`, { filename: "The demo" });
  expect(await renamed.json()).toMatchObject(whole);
});
