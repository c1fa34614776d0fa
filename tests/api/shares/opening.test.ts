import { describe, expect, it } from "vitest";
import type { Share } from "#contract/shares.ts";
import { type SignedIn, testApp, type Visitor } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp({ TRUST_PROXY: "on" });
const owner = await person({ username: "Olga" });
const other = await person();
const recording = await recordingOf(database, owner, "Quarterly demo");
const service = database.asService("a test lets time pass");

const open = (who: Visitor, link: { share_token: string }, headers = {}) =>
  who.call("GET", `/shared/${link.share_token}`, undefined, headers);

async function refusal(answer: Response) {
  const { request_id, ...body } = await answer.json();
  return { status: answer.status, ...body };
}

async function expired(owner: SignedIn, recording: string, wishes = {}): Promise<Share> {
  const link = await linkTo(owner, recording, { ...wishes, expires_in_hours: 1 });
  await service(
    (sql) =>
      sql`update public.shares set expires_at = now() - interval '1 second' where id = ${link.id}`,
  );
  return link;
}

async function revoked(owner: SignedIn, recording: string): Promise<Share> {
  const link = await linkTo(owner, recording);
  await owner.call("DELETE", `/recordings/${recording}/shares/${link.id}`);
  return link;
}

describe("opening a link works", () => {
  it("for a stranger: the recording, who made it, and what may be done with it", async () => {
    const answer = await open(visitor, await linkTo(owner, recording));
    expect(answer.status).toBe(200);
    const view = await answer.json();
    expect(view).toMatchObject({
      recording: { id: recording, filename: "Quarterly demo", duration: 12.5, size: 1000 },
      can_edit: false,
      can_download: false,
      can_comment: false,
      is_owner: false,
      permission_type: "view",
      expires_at: null,
      owner: { username: "Olga", profile_picture: null },
    });
    expect(JSON.stringify(view)).not.toContain(owner.email);
    expect(JSON.stringify(view)).not.toContain("storage_key");
  });

  it("with edit permission only for those who signed in", async () => {
    const link = await linkTo(owner, recording, { permission_type: "edit", expires_in_hours: 24 });
    expect(await (await open(other, link)).json()).toMatchObject({
      can_edit: true,
      can_download: true,
      can_comment: true,
      expires_at: link.expires_at,
    });
    expect(await (await open(visitor, link)).json()).toMatchObject({
      can_edit: false,
      can_download: false,
      permission_type: "edit",
    });
  });

  it("with downloads where the link has them switched on", async () => {
    const link = await linkTo(owner, recording, { allow_download: true });
    expect(await (await open(visitor, link)).json()).toMatchObject({ can_download: true });
  });

  it("for the one person a private link is for, in whatever case the address was typed", async () => {
    const ida = await person({ email: "ida@example.org" });
    const link = await linkTo(owner, recording, {
      is_public: false,
      allowed_email: "IDA@example.org",
    });
    expect((await open(ida, link)).status).toBe(200);
  });

  it("and leads the stream and the thumbnail to the recording's own", async () => {
    const link = await linkTo(owner, recording);
    for (const kind of ["stream", "thumbnail"]) {
      const answer = await visitor.call("GET", `/shared/${link.share_token}/${kind}`);
      expect(answer.status).toBe(302);
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
      const address = answer.headers.get("Location");
      expect(address).toMatch(new RegExp(`^/api/recordings/${recording}/${kind}\\?token=`));
    }
  });
});

describe("opening a link refuses with one answer", () => {
  it("what is unknown, expired, revoked or meant for somebody else", async () => {
    const secret = await linkTo(owner, recording, {
      is_public: false,
      allowed_email: "x@y.example",
    });
    const answers = await Promise.all(
      [
        open(visitor, { share_token: "A".repeat(32) }),
        open(visitor, { share_token: "not-a-token" }),
        open(visitor, await expired(owner, recording)),
        open(visitor, await revoked(owner, recording)),
        open(visitor, secret),
        open(other, secret),
        open(await person({ role: "admin" }), secret),
      ].map(async (answer) => refusal(await answer)),
    );
    const [first] = answers;
    expect(first).toMatchObject({ status: 404, code: "share_unavailable" });
    for (const answer of answers) expect(answer).toEqual(first);
  });

  it("links of an account that was suspended", async () => {
    const spammer = await person();
    const link = await linkTo(spammer, await recordingOf(database, spammer));
    await service((sql) => sql`update public.users set suspended = true where id = ${spammer.id}`);
    expect((await open(visitor, link)).status).toBe(404);
  });

  it("somebody whose session has ended, rather than treating them as a stranger", async () => {
    const gone = await person();
    await service((sql) => sql`update public.users set suspended = true where id = ${gone.id}`);
    expect((await open(gone, await linkTo(owner, recording))).status).toBe(401);
  });

  it("guesses, after a while, whatever they guess", async () => {
    await service(
      (sql) => sql`
        select private.take_token('share-guess:address:203.0.113.1', 300, '10 minutes')
          from generate_series(1, 300)`,
    );
    const from = { "X-Forwarded-For": "203.0.113.1" };
    const answer = await open(visitor, { share_token: crypto.randomUUID() }, from);
    expect(answer.status).toBe(429);
    expect((await open(visitor, await linkTo(owner, recording), from)).status).toBe(200);
  });
});

describe("a password", () => {
  const unlock = async (link: Share, password: string) =>
    visitor.call("POST", `/shared/${link.share_token}/unlock`, { password });

  it("is asked for before anything is shown, and opens for who gives it", async () => {
    const link = await linkTo(owner, recording, { password: "open sesame" });
    expect(await refusal(await open(visitor, link))).toMatchObject({
      status: 403,
      code: "password_required",
    });
    const { token, expires_at } = await (await unlock(link, "open sesame")).json();
    const hours = (Date.parse(expires_at) - Date.now()) / 3_600_000;
    expect(Math.round(hours), "hours in which it is not asked for again").toBe(6);
    const answer = await open(visitor, link, through(link, token));
    expect(answer.status).toBe(200);
  });

  it("that is wrong opens nothing and says so", async () => {
    const link = await linkTo(owner, recording, { password: "open sesame" });
    expect(await refusal(await unlock(link, "open barley"))).toMatchObject({
      status: 422,
      code: "wrong_password",
    });
  });

  it("of one link does not open another", async () => {
    const one = await linkTo(owner, recording, { password: "open sesame" });
    const two = await linkTo(owner, recording, { password: "open sesame" });
    const { token } = await (await unlock(one, "open sesame")).json();
    expect((await open(visitor, two, through(two, token))).status).toBe(403);
    // A database that was put back from yesterday counts its passwords anew from there.
    await service(
      (sql) => sql`
        update public.shares set password_version =
          (select password_version from public.shares where id = ${one.id})
         where id = ${two.id}`,
    );
    expect((await open(visitor, one, through(one, token))).status).toBe(200);
    expect((await open(visitor, two, through(two, token))).status).toBe(403);
  });

  it("that is changed, or removed and set again, ends what the old one opened", async () => {
    const link = await linkTo(owner, recording, { password: "open sesame" });
    const { token } = await (await unlock(link, "open sesame")).json();
    const change = (password: string | null) =>
      owner.call("PATCH", `/recordings/${recording}/shares/${link.id}`, { password });
    await change("another one");
    expect((await open(visitor, link, through(link, token))).status).toBe(403);
    await change(null);
    expect((await open(visitor, link)).status).toBe(200);
    await change("open sesame");
    expect((await open(visitor, link, through(link, token))).status).toBe(403);
  });

  it("cannot be tried on a link that is not there, expired, or has none", async () => {
    const gone = await revoked(owner, recording);
    const plain = await linkTo(owner, recording);
    const over = await expired(owner, recording, { password: "open sesame" });
    for (const link of [gone, plain, over])
      expect((await unlock(link, "open sesame")).status).toBe(404);
  });

  it("can be tried only so often", async () => {
    const from = { "X-Forwarded-For": "203.0.113.2" };
    const attempt = () => visitor.call("POST", "/shared/abc/unlock", { password: "x" }, from);
    const answers = await Promise.all(Array.from({ length: 25 }, attempt));
    expect(answers.map(({ status }) => status).filter((status) => status !== 429)).toHaveLength(20);
  });

  it("of one link can be tried only so often by all networks together, and of another still", async () => {
    const link = await linkTo(owner, recording, { password: "open sesame" });
    const other = await linkTo(owner, recording, { password: "open sesame" });
    await service(
      (sql) => sql`
        select private.take_token(${`unlock:share:${link.id}`}, 200, '10 minutes')
          from generate_series(1, 200)`,
    );
    expect((await unlock(link, "open sesame")).status).toBe(429);
    expect((await unlock(other, "open sesame")).status).toBe(200);
  });
});
