import { describe, expect, it } from "vitest";
import type { Share, SharedFolder } from "#contract/shares.ts";
import { type SignedIn, testApp, type Visitor } from "#tests/support/app.ts";
import { through } from "#tests/support/links.ts";
import { insertRecordings, recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp();
const sql = database.pool;
const [ada, ben] = [await person(), await person()];

async function folderOf(owner: SignedIn, name = "Talks"): Promise<string> {
  return (await (await owner.call("POST", "/folders", { name })).json()).id;
}
const move = (ids: string[], folder_id: string | null) =>
  ada.call("POST", "/recordings/batch", { ids, act: "move", folder_id });
async function linkToFolder(folder: string, wishes = {}): Promise<Share> {
  const answer = await ada.call("POST", `/folders/${folder}/shares`, wishes);
  expect(answer.status).toBe(201);
  return answer.json();
}
const open = (link: Share, who: Visitor = visitor, unlock?: string) =>
  who.call("GET", `/shared/${link.share_token}`, undefined, through(link, unlock));
const shown = async (link: Share, who?: Visitor): Promise<SharedFolder> =>
  (await open(link, who)).json();
const titles = async (link: Share) =>
  (await shown(link)).folder.recordings.map(({ filename }) => filename);

/** A folder with these recordings, and a link to it. */
async function shelf(names: string[], wishes = {}) {
  const folder = await folderOf(ada);
  const ids = [];
  for (const name of names) ids.push(await recordingOf(database, ada, name));
  await move(ids, folder);
  return { folder, ids, link: await linkToFolder(folder, wishes) };
}

describe("a link to a folder works", () => {
  it("without asking for each of its videos what it opens, where the database knows little of them yet", async () => {
    const { link, folder } = await shelf([]);
    const wishes = Array.from({ length: 60 }, () => ({}));
    const ids = await insertRecordings(sql, ada.id, wishes);
    await sql`update public.recordings set folder_id = ${folder} where id = any (${ids})`;
    await sql`create sequence public.asked`;
    await sql`grant usage on sequence public.asked to anon`;
    await sql`
      create or replace function app.shared_recordings() returns setof uuid
      language sql security definer stable rows 20 set search_path = '' as $$
        select nextval('public.asked');
        select r.id from app.opened_share() o join public.shares s on s.id = o.share_id
         cross join lateral private.recordings_of(s) r $$`;
    expect((await shown(link)).folder.recordings).toHaveLength(60);
    const [asked] = await sql<
      { times: number }[]
    >`select last_value::int as times from public.asked`;
    expect(asked?.times).toBeLessThan(10);
  });

  it("with what a recording's link has, and says what it opens", async () => {
    const { folder, ids, link } = await shelf(["One", "Two"], { label: "For the team" });
    expect(link).toMatchObject({ folder_id: folder, recording_id: null, permission_type: "view" });
    expect(await shown(link)).toMatchObject({
      kind: "folder",
      folder: { id: null, name: "Talks", recordings: [{ id: ids[0] }, { id: ids[1] }] },
      ...{ can_edit: false, can_download: false, can_comment: false, is_owner: false },
      owner: { username: ada.username },
    });
    expect(await shown(link)).not.toHaveProperty("recording");
    const own = { is_owner: true, can_edit: false, folder: { id: folder } };
    expect(await shown(link, ada), "only a recording can be edited").toMatchObject(own);
    const list = async () =>
      (await (await ada.call("GET", `/folders/${folder}/shares`)).json()).shares;
    expect(await list()).toMatchObject([{ id: link.id, label: "For the team", view_count: 1 }]);
    const path = `/folders/${folder}/shares/${link.id}`;
    const changed = await ada.call("PATCH", path, {
      allow_download: true,
      password: "open sesame",
    });
    expect(await changed.json()).toMatchObject({ allow_download: true, has_password: true });
    expect((await open(link)).status).toBe(403);
    const { token } = await (
      await visitor.call("POST", `/shared/${link.share_token}/unlock`, { password: "open sesame" })
    ).json();
    expect(await (await open(link, visitor, token)).json()).toMatchObject({ can_download: true });
    expect((await ada.call("DELETE", path)).status).toBe(200);
    expect((await open(link)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it("in the order of its owner: what is not named follows, what comes stands at the end", async () => {
    const { folder, ids, link } = await shelf(["One", "Two", "Three"]);
    const order = (named: unknown[], who = ada) =>
      who.call("PUT", `/folders/${folder}/order`, { ids: named });
    expect(await titles(link)).toEqual(["One", "Two", "Three"]);
    expect((await order([ids[2]])).status).toBe(200);
    expect(await titles(link)).toEqual(["Three", "One", "Two"]);
    expect((await order([ids[1]])).status).toBe(200);
    expect(await titles(link)).toEqual(["Two", "Three", "One"]);
    const late = await recordingOf(database, ada, "Late");
    const refused = [[late], [crypto.randomUUID()], [ids[0], ids[0]], ["x"]];
    for (const named of refused) expect((await order(named)).status).toBe(400);
    expect((await ada.call("PUT", `/folders/${folder}/order`, {})).status).toBe(400);
    expect((await order([ids[0]], ben)).status).toBe(404);
    await move([late], folder);
    expect(await titles(link)).toEqual(["Two", "Three", "One", "Late"]);
    await ada.call("DELETE", `/recordings/${ids[2]}`);
    expect(await titles(link)).toEqual(["Two", "One", "Late"]);
    await ada.call("POST", `/trash/${ids[2]}/restore`);
    expect(await titles(link)).toEqual(["Two", "Three", "One", "Late"]);
  });

  it("for one person by their address, who finds its recordings among what is shared with them", async () => {
    const to = await person();
    const listed = async () =>
      (await (await to.call("GET", "/shared-with-me")).json()).recordings.map(
        (one: { recording: { filename: string }; new: boolean }) => [
          one.recording.filename,
          one.new,
        ],
      );
    const { ids, link } = await shelf(["One", "Two"], {
      is_public: false,
      allowed_email: to.email,
    });
    expect((await listed()).sort()).toEqual([
      ["One", true],
      ["Two", true],
    ]);
    expect((await open(link, ben)).status).toBe(404);
    expect((await open(link, to)).status).toBe(200);
    expect((await to.call("DELETE", `/shared-with-me/${ids[0]}`)).status).toBe(200);
    expect(await listed()).toEqual([["Two", false]]);
    await move(ids, null);
    expect(await listed()).toEqual([]);
  });

  it("for guests, of whom its owner bans one; and who watched is counted to it", async () => {
    const { ids, link } = await shelf(["One", "Two"], { guests_may_comment: true });
    const [one = "", two = ""] = ids;
    const named = await visitor.call("POST", `/shared/${link.share_token}/guest`, {
      name: "Gerda",
    });
    const key = { ...through(link), "X-Guest-Token": (await named.json()).guest_token };
    const say = (id: string) =>
      visitor.call("POST", `/recordings/${id}/comments`, { content: "Well" }, key);
    expect((await say(one)).status).toBe(201);
    expect((await say(two)).status).toBe(201);
    const beacon = { view_id: crypto.randomUUID(), n: 1, ranges: [[0, 4]] };
    const path = `/recordings/${two}/watched`;
    expect((await visitor.call("POST", path, beacon, through(link))).status).toBe(204);
    const seen = await (await ada.call("GET", `/recordings/${two}/viewers`)).json();
    expect(seen).toMatchObject({ plays: 1, by_link: [{ share_id: link.id, seconds: 4 }] });
    const { comments } = await (await ada.call("GET", `/recordings/${one}/comments`)).json();
    const { guest_id } = comments[0].author;
    expect((await ada.call("POST", `/recordings/${one}/guests/${guest_id}/ban`)).status).toBe(200);
    expect((await say(two)).status).toBe(403);
    const notices = await (await ada.call("GET", "/notices")).json();
    expect(notices.notices.map((notice: { kind: string }) => notice.kind)).toContain("comment");
  });

  it("in notices: a first view names the folder, an answer leads back through its link", async () => {
    const { ids, link } = await shelf(["One"]);
    await open(link, ben);
    const first = (await (await ada.call("GET", "/notices")).json()).notices[0];
    expect(first).toMatchObject({
      kind: "first_view",
      recording_id: null,
      recording_title: "Talks",
    });
    const path = `/recordings/${ids[0]}/comments`;
    const said = await (await ben.call("POST", path, { content: "Why?" }, through(link))).json();
    await ada.call("POST", path, { content: "So", parent_comment_id: said.id });
    const told = async () => (await (await ben.call("GET", "/notices")).json()).notices[0];
    expect(await told()).toMatchObject({ share_token: link.share_token, recording_title: "One" });
    await move(ids, null);
    expect(await told()).toMatchObject({ share_token: null, recording_title: null, excerpt: null });
  });

  it("as a filter of the library, and goes with its folder", async () => {
    const { folder, ids, link } = await shelf(["Only here"]);
    const found = async (shared: boolean) => {
      const path = `/recordings?shared=${shared}&search=Only here`;
      return (await (await ada.call("GET", path)).json()).recordings.map(
        ({ id }: { id: string }) => id,
      );
    };
    expect([await found(true), await found(false)]).toEqual([ids, []]);
    await ada.call("DELETE", `/folders/${folder}`);
    expect([await found(true), await found(false)]).toEqual([[], ids]);
    expect((await open(link)).status).toBe(404);
  });
});

describe("a link to a folder refuses", () => {
  it("what is no folder's business, and everybody but its owner", async () => {
    const { folder, ids, link } = await shelf(["One"]);
    const path = `/folders/${folder}/shares`;
    for (const body of [{ permission_type: "edit" }, { is_public: false }, { label: 7 }])
      expect((await ada.call("POST", path, body)).status).toBe(400);
    expect(
      (await ada.call("PATCH", `${path}/${link.id}`, { permission_type: "edit" })).status,
    ).toBe(400);
    expect((await ben.call("GET", path)).status).toBe(404);
    expect((await ben.call("POST", path, {})).status).toBe(404);
    expect((await ben.call("PATCH", `${path}/${link.id}`, { label: "x" })).status).toBe(404);
    expect((await ben.call("DELETE", `${path}/${link.id}`)).status).toBe(404);
    expect((await visitor.call("GET", path)).status).toBe(401);
    const cross = `/recordings/${ids[0]}/shares/${link.id}`;
    expect((await ada.call("DELETE", cross)).status).toBe(404);
    const token = link.share_token;
    for (const what of ["stream", "thumbnail"])
      expect((await visitor.call("GET", `/shared/${token}/${what}`)).status).toBe(404);
    const url = encodeURIComponent(`http://localhost/shared/${token}`);
    expect((await visitor.call("GET", `/oembed?url=${url}`)).status).toBe(404);
  });
});
