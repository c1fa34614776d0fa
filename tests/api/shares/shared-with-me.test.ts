import { expect, test } from "vitest";
import type { SharedWithMe } from "#contract/shared-with-me.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { insertRecordings, recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp();

const listed = async (who: SignedIn, query = "") => {
  const answer = await (await who.call("GET", `/shared-with-me${query}`)).json();
  return answer as { recordings: SharedWithMe[]; total: number; has_more: boolean }; // as the contract says
};
const titles = async (who: SignedIn) =>
  (await listed(who)).recordings.map(({ recording }) => recording.filename);
const open = (who: SignedIn, link: { share_token: string }, unlock?: string) =>
  who.call("GET", `/shared/${link.share_token}`, undefined, through(link, unlock));
const hide = (who: SignedIn, id: string) => who.call("DELETE", `/shared-with-me/${id}`);
const toOnly = (email: string) => ({ is_public: false, allowed_email: email });

test("what was shared to somebody's address waits for them; once opened it says when, and how far they watched", async () => {
  const [owner, ada] = [await person(), await person()];
  const recording = await recordingOf(database, owner, "For Ada");
  const link = await linkTo(owner, recording, toOnly(ada.email.toUpperCase()));
  const waiting = await listed(ada);
  expect(waiting).toMatchObject({
    recordings: [
      {
        recording: { id: recording, filename: "For Ada", original_filename: "For Ada" },
        share_token: link.share_token,
        owner: { username: owner.username },
        ...{ first_seen_at: null, watched_seconds: 0, new: true },
      },
    ],
    ...{ total: 1, has_more: false },
  });
  expect(waiting.recordings[0]?.recording).not.toHaveProperty("view_count");
  await open(ada, link);
  for (const [n, ranges] of [[[0, 4]], [[2, 6]]].entries())
    await ada.call(
      "POST",
      `/recordings/${recording}/watched`,
      { view_id: crypto.randomUUID(), n: n + 1, ranges },
      { ...through(link), "Sec-GPC": "1" },
    );
  const [seen] = (await listed(ada)).recordings;
  expect(seen).toMatchObject({ watched_seconds: 6, new: false });
  expect(Date.now() - Date.parse(seen?.first_seen_at ?? "")).toBeLessThan(3_600_000);
  await open(ada, link);
  expect((await listed(ada)).recordings).toEqual([seen]);
  expect(await titles(owner)).toEqual([]);
  expect((await visitor.call("GET", "/shared-with-me")).status).toBe(401);
});

test("what somebody opened signed in is there by one link, and goes when no link opens it any more", async () => {
  const [owner, ben] = [await person(), await person()];
  const [first, second] = [
    await recordingOf(database, owner, "First"),
    await recordingOf(database, owner, "Second"),
  ];
  const [link, another] = [await linkTo(owner, first), await linkTo(owner, first)];
  const other = await linkTo(owner, second);
  for (const one of [link, another, other]) await open(ben, one);
  await open(owner, link);
  await visitor.call("GET", `/shared/${link.share_token}`);
  expect(await titles(ben)).toEqual(["Second", "First"]);
  expect(await listed(ben, "?limit=1&offset=1")).toMatchObject({
    recordings: [{ recording: { id: first }, share_token: link.share_token }],
    ...{ total: 2, has_more: false },
  });
  const beyond = { recordings: [], total: 2, has_more: false };
  expect(await listed(ben, "?offset=2"), "past the last page").toEqual(beyond);
  expect(await listed(owner, "?offset=2")).toEqual({ ...beyond, total: 0 });
  expect(await titles(owner)).toEqual([]);
  await owner.call("DELETE", `/recordings/${first}/shares/${link.id}`);
  expect((await listed(ben)).recordings[1]?.share_token).toBe(another.share_token);
  await database.pool`update public.shares set expires_at = now() where id = ${another.id}`;
  expect(await titles(ben)).toEqual(["Second"]);
  await owner.call("DELETE", `/recordings/${second}`);
  expect(await titles(ben)).toEqual([]);
  await owner.call("POST", `/trash/${second}/restore`);
  expect(await titles(ben)).toEqual(["Second"]);
  await database.pool`update public.users set suspended = true where id = ${owner.id}`;
  expect(await titles(ben)).toEqual([]);
});

test("a link with a password shows nothing before it is given, nor after it has changed, until the new one is", async () => {
  const [owner, ada] = [await person(), await person()];
  const recording = await recordingOf(database, owner, "Secret");
  const password = "open sesame";
  const link = await linkTo(owner, recording, { ...toOnly(ada.email), password });
  expect(await titles(ada)).toEqual([]);
  const openWith = async (given: string) => {
    const unlock = await ada.call("POST", `/shared/${link.share_token}/unlock`, {
      password: given,
    });
    return open(ada, link, (await unlock.json()).token);
  };
  await openWith(password);
  expect(await titles(ada)).toEqual(["Secret"]);
  await owner.call("PATCH", `/recordings/${recording}/shares/${link.id}`, { password: "another" });
  expect(await titles(ada)).toEqual([]);
  await openWith("another");
  expect(await titles(ada)).toEqual(["Secret"]);
});

test("an address that its account has not proven is told nothing", async () => {
  const [owner, ada] = [await person(), await person()];
  const recording = await recordingOf(database, owner, "For Ada");
  await linkTo(owner, recording, toOnly(ada.email));
  await database.pool`update private.credentials set email_verified = false, email_since = now() + interval '1 hour'
                       where user_id = ${ada.id}`;
  expect(await titles(ada)).toEqual([]);
});

test("of one that is still recorded nothing is told that its link does not show", async () => {
  const [owner, ada] = [await person(), await person()];
  const [running = ""] = await insertRecordings(database.pool, owner.id, [{ status: "recording" }]);
  const link = await linkTo(owner, running, { ...toOnly(ada.email), watch_live: false });
  expect((await (await open(ada, link)).json()).recording.live).toBeNull();
  expect((await listed(ada)).recordings).toMatchObject([
    { recording: { id: running, live: null } },
  ]);
});

test("one that is hidden stays so until another link is made; nobody hides what is not there for them", async () => {
  const [owner, ada, ben] = [await person(), await person(), await person()];
  const recording = await recordingOf(database, owner, "Seen enough");
  const link = await linkTo(owner, recording, toOnly(ada.email));
  const anyone = await linkTo(owner, recording);
  await open(ben, anyone);
  expect((await hide(ada, recording)).status).toBe(200);
  await open(ada, link);
  expect(await titles(ada)).toEqual([]);
  expect(await titles(ben)).toEqual(["Seen enough"]);
  expect((await hide(ada, recording)).status).toBe(404);
  expect((await hide(owner, recording)).status).toBe(404);
  expect((await hide(ada, crypto.randomUUID())).status).toBe(404);
  await linkTo(owner, recording, toOnly(ada.email));
  expect(await titles(ada)).toEqual(["Seen enough"]);
  expect((await hide(ada, recording)).status).toBe(200);
  expect(await titles(ada)).toEqual([]);
});

test("thousands of links to one full folder are looked at as one", async () => {
  const [owner, ada] = [await person(), await person()];
  const { id: folder } = await (await owner.call("POST", "/folders", { name: "Talks" })).json();
  const sql = database.pool;
  const ids = await insertRecordings(
    sql,
    owner.id,
    Array.from({ length: 1000 }, () => ({})),
  );
  await sql`update public.recordings set folder_id = ${folder} where id = any (${ids})`;
  await owner.call("POST", `/folders/${folder}/shares`, toOnly(ada.email));
  await sql.begin(async (sql) => {
    await sql`alter table public.shares disable trigger user`; // each of so many would be announced
    await sql`
      insert into public.shares (owner_id, folder_id, is_public, allowed_email)
      select owner_id, folder_id, is_public, allowed_email
        from public.shares, generate_series(1, 20000) where folder_id = ${folder}`;
    await sql`alter table public.shares enable trigger user`;
  });
  expect(await listed(ada, "?limit=1")).toMatchObject({ total: 1000, recordings: [{ new: true }] });
});
