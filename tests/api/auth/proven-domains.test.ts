import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { forget } from "#api/features/notices/forget.ts";
import { startSmtp } from "#tests/stand-ins/smtp.ts";
import { anyAddress } from "#tests/support/any-address.ts";
import { testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

vi.setConfig({ testTimeout: 60_000 });

const smtp = await startSmtp();
atEndOfFile(() => smtp.stop());
const behindProxy = { TRUST_PROXY: "on", PUBLIC_URL: "https://kinora.example" };
const withMail = await testApp({ SMTP_URL: smtp.url, ...behindProxy });
const without = await testApp(behindProxy);

let boss: Awaited<ReturnType<typeof withMail.person>>;
beforeAll(async () => {
  await withMail.database.pool`update private.settings set verify_emails = true`;
  await withMail.startJobs();
  boss = await withMail.person({ role: "super_admin" });
});
const settings = { sign_up: "open", allowed_domains: ["firm.example"] };
beforeAll(() => boss.call("PATCH", "/admin/settings", settings));
afterEach(() => boss.call("PATCH", "/admin/settings", settings));

async function signUp(email: string, invitation?: string, { visitor } = withMail) {
  const body = { username: "Ada", email, password: "secret1", invitation };
  const answer = await visitor.call("POST", "/auth/register", body, {
    "X-Forwarded-For": anyAddress(),
  });
  return { status: answer.status, ...(await answer.json()) };
}

/** An account from before the door was shut. */
async function somebody() {
  await boss.call("PATCH", "/admin/settings", { allowed_domains: [] });
  const person = await withMail.person({ email: newAddress() });
  await boss.call("PATCH", "/admin/settings", settings);
  return person;
}

const newAddress = () => `${crypto.randomUUID().slice(0, 8)}@firm.example`;
const lettersTo = (email: string) =>
  smtp.letters
    .filter(({ to }) => to === email)
    .map(({ source }) => source.replaceAll("=\r\n", "").replaceAll("=3D", "="));
const letter = async (email: string, number = 1) => {
  await expect.poll(() => lettersTo(email).length, { timeout: 30_000 }).toBe(number);
  return lettersTo(email)[number - 1] ?? "";
};
const linkIn = (text: string) =>
  /https:\/\/kinora\.example\/register\?invitation=([\w-]+)/.exec(text)?.[1] ?? "";

describe("an address of an allowed domain, where the server sends letters", () => {
  it("makes no account before its letter was opened, and then a proven one", async () => {
    const email = newAddress();
    expect(await signUp(email)).toEqual({ status: 202, success: true });
    const login = { email, password: "secret1" };
    expect((await withMail.visitor.call("POST", "/auth/login", login)).status).toBe(401);

    const token = linkIn(await letter(email));
    const offer = await (await withMail.visitor.call("GET", `/sign-up?invitation=${token}`)).json();
    expect(offer.invitation).toEqual({ email });
    expect(await signUp(newAddress(), token), "for its own address alone").toMatchObject({
      status: 202,
    });
    const made = await signUp(email, token);
    expect(made).toMatchObject({ status: 201, token: expect.any(String), user: { email } });
    const [row] = await withMail.database.pool`
      select email_verified from private.credentials where user_id = ${made.user.id}`;
    expect(row?.email_verified).toBe(true);
    expect(await signUp(email, token), "once").toMatchObject({ status: 202 });
  });

  it("gets the letter again, with the same link", async () => {
    const email = newAddress();
    await signUp(email);
    const first = linkIn(await letter(email));
    await signUp(email.toUpperCase());
    expect(linkIn(await letter(email, 2))).toBe(first);
    expect(first).not.toBe("");
  });

  it("is not told to have an account but by a letter to it", async () => {
    const known = await somebody();
    expect(await signUp(known.email)).toEqual({ status: 202, success: true });
    const text = await letter(known.email);
    expect(text).toContain("if you have an account already");
    expect(await signUp(known.email, linkIn(text))).toMatchObject({ status: 409 });
  });

  it("is let in without a letter by an invitation of an admin's", async () => {
    const made = await (await boss.call("POST", "/admin/invitations", {})).json();
    expect(await signUp("guest@elsewhere.example", made.token)).toMatchObject({ status: 201 });
  });

  it("is of such a domain still when the letter is opened", async () => {
    const email = newAddress();
    await signUp(email);
    const token = linkIn(await letter(email));
    await boss.call("PATCH", "/admin/settings", { allowed_domains: ["other.example"] });
    expect(await signUp(email, token)).toMatchObject({ status: 403, code: "domain_not_allowed" });
    await boss.call("PATCH", "/admin/settings", { sign_up: "invitation" });
    expect(await signUp(email, token)).toMatchObject({ status: 403, code: "invitation_needed" });
  });

  it("is not among the invitations, and is forgotten after a day", async () => {
    const email = newAddress();
    await signUp(email);
    const token = linkIn(await letter(email));
    const { invitations } = await (await boss.call("GET", "/admin/invitations")).json();
    expect(JSON.stringify(invitations)).not.toContain(token);
    await withMail.database.pool`
      update public.invitations set expires_at = now() where token = ${token}`;
    expect(await signUp(email, token)).toMatchObject({ status: 202 });
    await withMail.database.pool`
      update public.invitations set expires_at = now() - interval '1 s' where token = ${token}`;
    await forget(withMail.database.asService("a test sweeps"));
    const left = await withMail.database.pool`
      select 1 from public.invitations where token = ${token}`;
    expect(left).toHaveLength(0);
  });
});

describe("the settings of the server", () => {
  it("say whether an allowed domain is proven", async () => {
    const plain = await without.person({ role: "super_admin" });
    const read = async (admin: typeof boss) => (await admin.call("GET", "/admin/settings")).json();
    expect(await read(boss)).toMatchObject({ domains_proven: true });
    expect(await read(plain)).toMatchObject({ domains_proven: false });
    const changed = { allowed_domains: ["firm.example"], domains_proven: true };
    const answer = await plain.call("PATCH", "/admin/settings", changed);
    expect((await answer.json()).domains_proven).toBe(false);
    expect(await signUp(newAddress(), undefined, without)).toMatchObject({ status: 201 });
  });
});

describe("a server that does not take everybody", () => {
  it.each<object>([
    { sign_up: "closed" },
    { sign_up: "invitation" },
    { allowed_domains: ["other.example"] },
  ])("does not tell who has an account: %j", async (change) => {
    const known = await somebody();
    await boss.call("PATCH", "/admin/settings", change);
    const refused = await signUp(newAddress());
    expect(refused.status).toBe(403);
    expect(await signUp(known.email)).toEqual(refused);
    expect(await signUp(known.email, "no-invitation-at-all")).toMatchObject({ status: 403 });
  });
});
