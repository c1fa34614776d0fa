import { describe, expect, it } from "vitest";
import { startSmtp } from "#tests/stand-ins/smtp.ts";
import { testApp, type Visitor } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const PUBLIC_URL = "https://kinora.example";
const smtp = await startSmtp();
const { database, person, visitor, request } = await testApp({ SMTP_URL: smtp.url, PUBLIC_URL });
atEndOfFile(() => smtp.stop());
await database.pool`update private.settings set verify_emails = true`;
const owner = await person();

async function invitation(from = owner) {
  const invited = await person();
  const link = await linkTo(from, await recordingOf(database, from), {
    is_public: false,
    allowed_email: invited.email,
  });
  return { invited, link, path: `/shared/${link.share_token}` };
}

const code = async (who: Visitor, path: string) =>
  (await (await who.call("GET", path)).json()).code;

/** The token in the address of the last letter, and the page that the address leads to. */
function letter() {
  const { to, source } = smtp.letters.at(-1) ?? { to: "", source: "" };
  const text = source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  const [, page = "", token = ""] = /https:\/\/kinora\.example(\S+)\?proof=(\S+)/.exec(text) ?? [];
  return { to, page, token };
}

const bring = (who: Visitor, path: string, token: string) =>
  who.call("PUT", `${path}/proof`, { token });

describe("where the server can send mail, a private link", () => {
  it("asks its person to prove the address, and opens once the letter was opened", async () => {
    const { invited, link, path } = await invitation();
    expect(await code(invited, path)).toBe("email_unproven");
    expect((await invited.call("POST", `${path}/proof`)).status).toBe(200);
    const { to, page, token } = letter();
    expect([to, page]).toEqual([invited.email, `/shared/${link.share_token}`]);
    expect((await bring(invited, path, token)).status).toBe(200);
    expect((await invited.call("GET", path)).status).toBe(200);
  });

  it("to what lies in the trash asks for no proof: it is over", async () => {
    const { invited, link, path } = await invitation();
    await owner.call("DELETE", `/recordings/${link.recording_id}`);
    expect(await code(invited, path)).toBe("share_unavailable");
    expect((await invited.call("POST", `${path}/proof`)).status).toBe(404);
    expect((await invited.call("POST", `${path}/ask`)).status).toBe(404);
  });

  it("tells everybody else nothing, and writes to nobody for them", async () => {
    const { path } = await invitation();
    const other = await person();
    const sent = smtp.letters.length;
    expect(await code(other, path)).toBe("share_unavailable");
    expect(await code(visitor, path)).toBe("share_unavailable");
    expect((await other.call("POST", `${path}/proof`)).status).toBe(404);
    expect((await visitor.call("POST", `${path}/proof`)).status).toBe(401);
    expect(smtp.letters.length).toBe(sent);
  });

  it.each([
    ["that has expired", "update public.shares set expires_at = now() where id = $1"],
    [
      "whose owner is suspended",
      "update public.users set suspended = true where id = (select owner_id from public.shares where id = $1)",
    ],
    ["that was revoked", "delete from public.shares where id = $1"],
  ])("%s is over for its person, too, and sends no letter", async (_what, end) => {
    const { invited, link, path } = await invitation(await person());
    await database.pool.unsafe(end, [link.id]);
    const sent = smtp.letters.length;
    expect(await code(invited, path)).toBe("share_unavailable");
    expect((await invited.call("POST", `${path}/proof`)).status).toBe(404);
    expect(smtp.letters.length).toBe(sent);
  });

  it("is not opened by a proof that is made up, or of another address", async () => {
    const one = await invitation();
    const two = await invitation();
    await one.invited.call("POST", `${one.path}/proof`);
    const { token } = letter();
    const madeUp = await bring(one.invited, one.path, `${token.slice(0, -3)}abc`);
    expect([madeUp.status, (await madeUp.json()).code]).toEqual([422, "wrong_proof"]);
    expect(await code(one.invited, one.path)).toBe("email_unproven");
    expect((await bring(two.invited, two.path, token)).status).toBe(422);
    expect(await code(two.invited, two.path)).toBe("email_unproven");
  });

  it("is not opened by the letter to an address that the account has no longer", async () => {
    const { invited, path } = await invitation();
    await invited.call("POST", `${path}/proof`);
    const { token } = letter();
    const email = `${crypto.randomUUID()}@example.org`;
    await database.pool`update public.users set email = ${email} where id = ${invited.id}`;
    await bring(invited, path, token);
    const [row] = await database.pool`
      select email_verified from private.credentials where user_id = ${invited.id}`;
    expect(row).toEqual({ email_verified: false });
  });

  it("is not opened to a stranger's account because the address's owner opened the letter", async () => {
    const { invited: stranger, path } = await invitation();
    await stranger.call("POST", `${path}/proof`);
    const { page, token } = letter();
    await request(`${page}?proof=${token}`);
    expect((await bring(visitor, path, token)).status).toBe(401);
    expect((await bring(await person(), path, token)).status).toBe(422);
    expect(await code(stranger, path)).toBe("email_unproven");
  });

  it("says when a letter cannot be sent, and counts none that was not", async () => {
    const broken = await testApp({ SMTP_URL: "smtp://127.0.0.1:9", PUBLIC_URL });
    await broken.database.pool`update private.settings set verify_emails = true`;
    const [from, to] = [await broken.person(), await broken.person()];
    const link = await linkTo(from, await recordingOf(broken.database, from), {
      is_public: false,
      allowed_email: to.email,
    });
    for (let n = 0; n < 6; n++) {
      const answer = await to.call("POST", `/shared/${link.share_token}/proof`);
      expect([answer.status, (await answer.json()).error]).toEqual([
        503,
        "The email could not be sent just now. It is sent by itself as soon as that is possible again.",
      ]);
    }
  });

  it("writes no more than a few letters", async () => {
    const { invited, path } = await invitation();
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push((await invited.call("POST", `${path}/proof`)).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
