import { afterAll, describe, expect, it } from "vitest";
import { startGoogle } from "#tests/stand-ins/google.ts";
import { testApp, type Visitor } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const google = await startGoogle();
afterAll(() => google.stop());
const { database, person, visitor } = await testApp({
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_CERTS_URL: google.certsUrl,
});
const owner = await person();
const admin = await person({ role: "admin" });

const newAddress = () => `carol-${crypto.randomUUID().slice(0, 8)}@example.org`;

async function linkFor(allowed_email: string) {
  const recording = await recordingOf(database, owner);
  const link = await linkTo(owner, recording, { is_public: false, allowed_email });
  return `/shared/${link.share_token}`;
}

describe("where no letter can be sent, a link for one address", () => {
  it("opens for the account that had it when the link was made", async () => {
    const email = newAddress();
    const carol = await person({ email });
    const path = await linkFor(email.toUpperCase());
    expect((await carol.call("GET", path)).status).toBe(200);
  });

  it("does not open for whoever registers it afterwards, and says what is missing", async () => {
    const email = newAddress();
    const path = await linkFor(email);
    const late = await person({ email });
    const answer = await late.call("GET", path);
    expect([answer.status, (await answer.json()).code]).toEqual([403, "email_unproven"]);
    const letter = await late.call("POST", `${path}/proof`);
    expect([letter.status, (await letter.json()).code]).toEqual([503, "mail_not_configured"]);
  });

  it.each([
    ["is over", "update public.shares set expires_at = now() - interval '1 minute' where id = $1"],
    [
      "was made by who is suspended now",
      "update public.users set suspended = true where id = (select owner_id from public.shares where id = $1)",
    ],
  ])("that %s is gone, and asks nobody for a proof", async (_, ending) => {
    const email = newAddress();
    const maker = await person();
    const recording = await recordingOf(database, maker);
    const link = await linkTo(maker, recording, { is_public: false, allowed_email: email });
    const late = await person({ email });
    const path = `/shared/${link.share_token}`;
    expect((await late.call("GET", path)).status).toBe(403);
    await database.pool.unsafe(ending, [link.id]);
    const answers = [await late.call("GET", path), await late.call("POST", `${path}/proof`)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  it("opens for them once an admin confirmed the address", async () => {
    const email = newAddress();
    const path = await linkFor(email);
    const late = await person({ email });
    const listed = async () =>
      (await (await admin.call("GET", `/admin/users?search=${email}`)).json()).users[0];
    expect(await listed()).toMatchObject({ id: late.id, email_confirmed: false });
    const confirm = (who: typeof admin) => who.call("PUT", `/admin/users/${late.id}/confirm-email`);
    expect((await confirm(late)).status).toBe(403);
    expect((await confirm(owner)).status).toBe(403);
    expect((await late.call("GET", path)).status).toBe(403);
    expect(await (await confirm(admin)).json()).toMatchObject({ id: late.id, email });
    expect((await late.call("GET", path)).status).toBe(200);
    expect(await listed()).toMatchObject({ email_confirmed: true });
  });

  it("opens for them once Google vouches for it", async () => {
    const email = newAddress();
    const path = await linkFor(email);
    const idToken = await google.idToken({ sub: email, email, name: "Carol" });
    const { token } = await (await visitor.call("POST", "/auth/google", { token: idToken })).json();
    const headers = { Authorization: `Bearer ${token}` };
    expect((await visitor.call("GET", path, undefined, headers)).status).toBe(200);
  });

  it("does not follow an address to another account", async () => {
    const email = newAddress();
    const carol = await person({ email });
    const other = await person(); // older than the link: it is the address that it must have had
    const path = await linkFor(email);
    await database.pool`update public.users set email = ${newAddress()} where id = ${carol.id}`;
    await database.pool`update public.users set email = ${email} where id = ${other.id}`;
    const statuses = [await carol.call("GET", path), await other.call("GET", path)];
    expect(statuses.map(({ status }) => status)).toEqual([404, 403]);
  });
});

describe("the owner of a link that cannot open for the invited", () => {
  async function invitation(email = newAddress()) {
    const maker = await person();
    const link = await linkTo(maker, await recordingOf(database, maker, "The plan"), {
      is_public: false,
      allowed_email: email,
    });
    const asked = async () =>
      (await (await maker.call("GET", "/notices")).json()).notices.filter(
        ({ kind }: { kind: string }) => kind === "link_asked",
      );
    return { maker, email, link, path: `/shared/${link.share_token}`, asked };
  }

  it("hears once that they ask for another, and where", async () => {
    const { maker, email, link, path, asked } = await invitation();
    const carol = await person({ email, username: "Carol" });
    expect((await carol.call("POST", `${path}/ask`)).status).toBe(200);
    const again = await Promise.all(
      Array.from({ length: 3 }, () => carol.call("POST", `${path}/ask`)),
    );
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await asked()).toEqual([
      expect.objectContaining({
        recording_id: link.recording_id,
        recording_title: "The plan",
        share_token: null,
        actor: { username: "Carol", profile_picture: null },
      }),
    ]);
    await maker.call("POST", "/notices/read", {});
    expect((await carol.call("POST", `${path}/ask`)).status).toBe(200);
    expect((await (await maker.call("GET", "/notices")).json()).unread_count).toBe(0);
    // The notice opens nothing yet; a link that the owner makes then does.
    expect((await carol.call("GET", path)).status).toBe(403);
    const other = await linkTo(maker, link.recording_id ?? "", {
      is_public: false,
      allowed_email: email,
    });
    expect((await carol.call("GET", `/shared/${other.share_token}`)).status).toBe(200);
  });

  it("hears of nobody else", async () => {
    const { maker, email, path, asked } = await invitation();
    const early = newAddress();
    const known = await person({ email: early });
    const opens = await invitation(early);
    const ask = (who: Visitor, where = path) => who.call("POST", `${where}/ask`);
    const statuses = [
      await ask(visitor),
      await ask(await person()),
      await ask(maker),
      await ask(admin),
      await ask(known, opens.path), // it opens for them
      await ask(await person({ email }), `/shared/${"x".repeat(32)}`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 404, 404, 404, 404, 404]);
    expect([await asked(), await opens.asked()]).toEqual([[], []]);
  });

  it.each([
    ["is over", "update public.shares set expires_at = now() - interval '1 minute' where id = $1"],
    ["was revoked", "delete from public.shares where id = $1"],
    [
      "is for somebody else now",
      "update public.shares set allowed_email = 'd@example.org' where id = $1",
    ],
  ])("is asked nothing about one that %s", async (_, ending) => {
    const { email, link, path, asked } = await invitation();
    await database.pool.unsafe(ending, [link.id]);
    expect((await (await person({ email })).call("POST", `${path}/ask`)).status).toBe(404);
    expect(await asked()).toEqual([]);
  });

  it("is not asked without end", async () => {
    const { email, path } = await invitation();
    const carol = await person({ email });
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await carol.call("POST", `${path}/ask`)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});

describe("confirming an address refuses", () => {
  it("one's own, a super admin's to an admin, and an account that does not exist", async () => {
    const boss = await person({ role: "super_admin" });
    const confirm = (id: string) => admin.call("PUT", `/admin/users/${id}/confirm-email`);
    const ids = [admin.id, boss.id, crypto.randomUUID()];
    const statuses = [];
    for (const id of ids) statuses.push((await confirm(id)).status);
    expect(statuses).toEqual([403, 403, 404]);
  });
});
