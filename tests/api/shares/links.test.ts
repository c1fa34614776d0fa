import { describe, expect, it } from "vitest";
import type { Share } from "#contract/shares.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp();
const owner = await person();
const other = await person();
const recording = await recordingOf(database, owner);
const links = `/recordings/${recording}/shares`;

describe("making links works", () => {
  it("with nothing said: public, to view, for ever, without downloads", async () => {
    expect(await linkTo(owner, recording)).toMatchObject({
      recording_id: recording,
      share_token: expect.stringMatching(/^[\w-]{32}$/),
      label: "",
      permission_type: "view",
      is_public: true,
      allowed_email: null,
      allow_download: false,
      has_password: false,
      expires_at: null,
      is_expired: false,
      view_count: 0,
    });
  });

  it("for one person, to edit, for an hour", async () => {
    const share = await linkTo(owner, recording, {
      permission_type: "edit",
      is_public: false,
      allowed_email: " Ida@Example.org ",
      expires_in_hours: 1,
    });
    expect(share).toMatchObject({ permission_type: "edit", is_public: false });
    expect(share.allowed_email).toBe("Ida@Example.org");
    const minutes = (Date.parse(share.expires_at ?? "") - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
  });

  it("with the longest label, the shortest password and the longest time there are", async () => {
    const label = "🎬".repeat(50);
    const wishes = { label, password: "abcd", expires_in_hours: 8760 };
    const share = await linkTo(owner, recording, wishes);
    expect(share).toMatchObject({ label, has_password: true, is_expired: false });
    const days = (Date.parse(share.expires_at ?? "") - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
  });

  it("several for one recording, each with its label and token, newest first", async () => {
    const mine = await recordingOf(database, owner);
    const first = await linkTo(owner, mine, { label: "For the team" });
    const second = await linkTo(owner, mine, { label: "For the client" });
    expect(second.share_token).not.toBe(first.share_token);
    const { shares } = await (await owner.call("GET", `/recordings/${mine}/shares`)).json();
    expect(shares).toEqual([second, first]);
  });

  it("sends no email address with a public link, whatever was typed", async () => {
    const share = await linkTo(owner, recording, { is_public: true, allowed_email: "a@b.example" });
    expect(share.allowed_email).toBeNull();
  });
});

describe("the list of links", () => {
  it("says which of them are over", async () => {
    const mine = await recordingOf(database, owner);
    const over = await linkTo(owner, mine, { expires_in_hours: 1 });
    const still = await linkTo(owner, mine, { expires_in_hours: 1 });
    await database.pool`update public.shares set expires_at = now() where id = ${over.id}`;
    const { shares } = await (await owner.call("GET", `/recordings/${mine}/shares`)).json();
    const said = shares.map(({ id, is_expired }: Share) => [id, is_expired]);
    expect(Object.fromEntries(said)).toEqual({ [over.id]: true, [still.id]: false });
  });
});

describe("setting passwords", () => {
  it("is paced: each is work that everybody who signs in waits for", async () => {
    const hasty = await person();
    const theirs = await recordingOf(database, hasty);
    const link = await linkTo(hasty, theirs, { password: "open sesame" });
    const service = database.asService("a test spends what is left of a limit");
    await service(
      (sql) =>
        sql`update private.buckets set tokens = 0 where name = ${`share-password:account:${hasty.id}`}`,
    );
    const change = (body: object) =>
      hasty.call("PATCH", `/recordings/${theirs}/shares/${link.id}`, body);
    const refused = await change({ password: "another one" });
    expect([refused.status, (await refused.json()).error]).toEqual([
      429,
      "You have set many passwords in a short time. Please wait a moment and try again.",
    ]);
    expect((await change({ label: "Still here", password: null })).status).toBe(200);
    expect((await linkTo(hasty, theirs)).has_password).toBe(false);
  });
});

describe("changing and revoking links works", () => {
  it("one thing at a time", async () => {
    const share = await linkTo(owner, recording, { label: "Old", expires_in_hours: 24 });
    const change = async (body: object) =>
      (await owner.call("PATCH", `${links}/${share.id}`, body)).json();
    expect(await change({ label: "" })).toEqual({ ...share, label: "" });
    expect(await change({ label: "New" })).toEqual({ ...share, label: "New" });
    expect(await change({ allow_download: true })).toMatchObject({ allow_download: true });
    expect(await change({ expires_in_hours: null })).toMatchObject({ expires_at: null });
    expect(await change({ password: "open sesame" })).toMatchObject({ has_password: true });
    expect(await change({ password: null })).toMatchObject({
      label: "New",
      allow_download: true,
      has_password: false,
      expires_at: null,
    });
  });

  it("also whom it is for and what it allows, at once and with the words for a missing address", async () => {
    const mine = await recordingOf(database, owner);
    const share = await linkTo(owner, mine);
    const address = `/recordings/${mine}/shares/${share.id}`;
    const change = async (body: object) => (await owner.call("PATCH", address, body)).json();
    const open = async (who: typeof other) =>
      (await who.call("GET", `/shared/${share.share_token}`)).status;
    expect(await open(other)).toBe(200);
    expect(await change({ is_public: false, allowed_email: owner.email })).toMatchObject({
      is_public: false,
      allowed_email: owner.email,
    });
    expect(await open(other)).toBe(404);
    const forAll = await change({ is_public: true, allowed_email: other.email });
    expect(forAll, "which is for nobody in particular").toMatchObject({ allowed_email: null });
    await change({ is_public: false, allowed_email: owner.email });
    expect(await change({ permission_type: "edit" })).toMatchObject({
      permission_type: "edit",
      is_public: false,
      allowed_email: owner.email,
    });
    expect(await change({ allowed_email: other.email })).toMatchObject({
      allowed_email: owner.email,
    });
    expect(await change({ is_public: true })).toMatchObject({
      is_public: true,
      allowed_email: null,
    });
    expect(await open(other)).toBe(200);
    const refused = await owner.call("PATCH", address, { is_public: false });
    expect([refused.status, Object.keys((await refused.json()).fields)]).toEqual([
      422,
      ["allowed_email"],
    ]);
  });

  it("and what is revoked is gone from the list", async () => {
    const mine = await recordingOf(database, owner);
    const share = await linkTo(owner, mine);
    const revoked = await owner.call("DELETE", `/recordings/${mine}/shares/${share.id}`);
    expect(await revoked.json()).toEqual({ success: true });
    const { shares } = await (await owner.call("GET", `/recordings/${mine}/shares`)).json();
    expect(shares).toEqual([]);
    const again = await owner.call("DELETE", `/recordings/${mine}/shares/${share.id}`);
    expect(again.status).toBe(404);
  });
});

describe("links refuse", () => {
  it("everybody but the owner of the recording", async () => {
    const share = await linkTo(owner, recording);
    const admin = await person({ role: "admin" });
    for (const [stranger, status] of [
      [other, 404],
      [admin, 403],
    ] as const) {
      expect((await stranger.call("GET", links)).status).toBe(status);
      expect((await stranger.call("POST", links, {})).status).toBe(status);
      expect((await stranger.call("PATCH", `${links}/${share.id}`, {})).status).toBe(status);
      expect((await stranger.call("DELETE", `${links}/${share.id}`)).status).toBe(status);
    }
    expect((await visitor.call("GET", links)).status).toBe(401);
  });

  it("a link of another recording under this one's address", async () => {
    const elsewhere = await recordingOf(database, owner);
    const share = await linkTo(owner, elsewhere);
    expect((await owner.call("PATCH", `${links}/${share.id}`, { label: "x" })).status).toBe(404);
    expect((await owner.call("DELETE", `${links}/${share.id}`)).status).toBe(404);
  });
});

describe("making links rejects", () => {
  it.each([
    [{ is_public: false }, "allowed_email"],
    [{ is_public: false, allowed_email: "" }, "allowed_email"],
    [{ is_public: false, allowed_email: "no address" }, "allowed_email"],
    [{ permission_type: "own" }, "permission_type"],
    [{ expires_in_hours: 0 }, "expires_in_hours"],
    [{ expires_in_hours: 1.5 }, "expires_in_hours"],
    [{ expires_in_hours: 8761 }, "expires_in_hours"],
    [{ password: "abc" }, "password"],
    [{ label: "x".repeat(101) }, "label"],
  ])("%j", async (body, field) => {
    const answer = await owner.call("POST", links, body);
    expect(answer.status).toBe(422);
    expect(Object.keys((await answer.json()).fields)).toEqual([field]);
  });
});
