import pino from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { sendInvitation } from "#api/features/settings/invitations.ts";
import { withinBounds } from "#api/http/limits/letter-limit.ts";
import { type Invitation, ServerSettings } from "#contract/settings.ts";
import { testApp } from "#tests/support/app.ts";

const { visitor, person, database } = await testApp();
const boss = await person({ role: "super_admin" });
const untouched = {
  sign_up: "open",
  allowed_domains: [],
  default_plan: null,
  announcement: "",
  trash_days: 30,
};

const change = async (settings: object) => boss.call("PATCH", "/admin/settings", settings);

async function signUp(email: string, invitation?: string) {
  const body = { username: "Ada", email, password: "secret1", invitation };
  const answer = await visitor.call("POST", "/auth/register", body);
  return { status: answer.status, ...(await answer.json()) };
}

async function invite(body: object = {}): Promise<Invitation> {
  return (await boss.call("POST", "/admin/invitations", body)).json();
}

afterEach(() => change(untouched));

describe("settings of the server", () => {
  it("change what is named, for the next request, and stand in the audit log", async () => {
    const told = { ...untouched, domains_proven: false };
    expect(await (await boss.call("GET", "/admin/settings")).json()).toEqual(told);
    const announcement = "Back at noon";
    const changed = await (await change({ announcement })).json();
    expect(ServerSettings.parse(changed)).toEqual({ ...told, announcement });
    expect(await (await visitor.call("GET", "/announcement")).json()).toEqual({ announcement });
    const { entries } = await (await boss.call("GET", "/admin/audit?act=settings_changed")).json();
    expect(entries[0]).toMatchObject({ before: { announcement: "" }, after: { announcement } });
  });

  it("refuse what makes no sense", async () => {
    expect((await change({ allowed_domains: ["not a domain"] })).status).toBe(422);
    expect((await change({ default_plan: "Gold" })).status).toBe(404);
    expect((await change({ announcement: "x".repeat(500) })).status).toBe(200);
    expect((await change({ announcement: "x".repeat(501) })).status).toBe(422);
    for (const trash_days of [0, 366, 1.5]) expect((await change({ trash_days })).status).toBe(422);
    expect((await change({ announcement: "x".repeat(500) })).status).toBe(200);
    expect((await change({ sign_up: "sometimes" })).status).toBe(422);
  });

  it("put new accounts on the plan that they name", async () => {
    await change({ default_plan: "Starter" });
    const { user } = await signUp("starter@example.org");
    const [row] = await database.pool`
      select p.name from public.subscriptions s join public.plans p on p.id = s.plan_id
       where s.user_id = ${user.id}`;
    expect(row?.name).toBe("Starter");
  });

  it("let in whose address is at a named domain, in any case, and nobody else", async () => {
    await change({ allowed_domains: ["Kinora.example", "second.example"] });
    expect(await signUp("ada@kinora.example.org")).toMatchObject({
      code: "domain_not_allowed",
      error: "Accounts here need an address at kinora.example, second.example.",
    });
    expect(await signUp("ada@KINORA.example")).toMatchObject({ status: 201 });
    const { token } = await invite();
    expect(await signUp("guest@example.org", token)).toMatchObject({ status: 201 });
  });

  it("close the door to everybody, invited or not, and leave nothing behind", async () => {
    const { token } = await invite();
    await change({ sign_up: "closed" });
    expect(await signUp("late@example.org", token)).toMatchObject({
      status: 403,
      code: "sign_up_closed",
    });
    await change({ sign_up: "open" });
    expect(await signUp("late@example.org")).toMatchObject({ status: 201 });
  });
});

describe("an invitation", () => {
  it("lets in one account, also of two who come at once", async () => {
    await change({ sign_up: "invitation" });
    expect(await signUp("nobody@example.org")).toMatchObject({
      code: "invitation_needed",
      error: expect.stringContaining("need an invitation here"),
    });
    expect(await signUp("nobody@example.org", "unknown")).toMatchObject({
      code: "invitation_needed",
      error: expect.stringContaining("This invitation was used, has ended"),
    });
    const { id, token, path } = await invite();
    expect(path).toBe(`/register?invitation=${token}`);
    const both = await Promise.all([
      signUp("a@example.org", token),
      signUp("b@example.org", token),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
    const { invitations } = await (await boss.call("GET", "/admin/invitations")).json();
    const used = invitations.find((one: Invitation) => one.id === id);
    expect(used.used_by).toBe(both.find(({ status }) => status === 201)?.user.email);
  });

  it("stands above those before it, and lasts two weeks where nothing else was said", async () => {
    const [first, second] = [await invite({ days: 1 }), await invite()];
    const { invitations } = await (await boss.call("GET", "/admin/invitations")).json();
    expect(invitations.slice(0, 2).map(({ id }: Invitation) => id)).toEqual([second.id, first.id]);
    const days = ({ created_at, expires_at }: Invitation) =>
      (Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000;
    expect([days(first), days(second)].map(Math.round)).toEqual([1, 14]);
    for (const days of [0, 91, 1.5])
      expect((await boss.call("POST", "/admin/invitations", { days })).status).toBe(422);
  });

  it("for an address lets in that address alone", async () => {
    await change({ sign_up: "invitation" });
    const { token } = await invite({ email: "Grace@example.org" });
    expect(await signUp("eve@example.org", token)).toMatchObject({ status: 403 });
    expect(await signUp("grace@example.org", token)).toMatchObject({ status: 201 });
    const again = await boss.call("POST", "/admin/invitations", { email: "GRACE@example.org" });
    expect(again.status).toBe(409);
  });

  it("ends by its date, and when it is withdrawn", async () => {
    await change({ sign_up: "invitation" });
    const [old, withdrawn] = [await invite({ days: 1 }), await invite()];
    await database.pool`
      update public.invitations set expires_at = now() where id = ${old.id}`;
    await boss.call("DELETE", `/admin/invitations/${withdrawn.id}`);
    for (const { token } of [old, withdrawn])
      expect(await signUp("late2@example.org", token)).toMatchObject({ status: 403 });
    expect((await boss.call("DELETE", `/admin/invitations/${withdrawn.id}`)).status).toBe(404);
  });

  it("stands in the audit log, and so does that it was withdrawn", async () => {
    const { id, expires_at } = await invite({ email: "grace4@example.org" });
    await boss.call("DELETE", `/admin/invitations/${id}`);
    const about = new URLSearchParams({ search: "grace4@example.org" });
    const { entries } = await (await boss.call("GET", `/admin/audit?${about}`)).json();
    expect(entries).toMatchObject([
      { act: "invitation_withdrawn", actor: boss.email },
      { act: "person_invited", actor: boss.email, after: { expires_at: expect.any(String) } },
    ]);
    expect(Date.parse(entries[1].after.expires_at)).toBe(Date.parse(expires_at));
  });

  it("is written once, and not when it is used or over", async () => {
    const letters: { to: string; subject: string; text: string }[] = [];
    const post = {
      service: database.asService("a test writes to who is invited"),
      publicUrl: "https://kinora.example",
      sendMail: async (letter: (typeof letters)[number]) => void letters.push(letter),
    };
    const [grace, late] = [
      await invite({ email: "grace3@example.org" }),
      await invite({ email: "late3@example.org" }),
    ];
    await database.pool`update public.invitations set expires_at = now() where id = ${late.id}`;
    for (const { id } of [grace, grace, late]) await sendInvitation(post, id);
    const until = grace.expires_at.slice(0, 10);
    expect(letters).toEqual([
      {
        to: "grace3@example.org",
        canWait: true,
        subject: "You are invited to Kinora",
        text: `${boss.username} invites you to Kinora, where people record their screen and talk about it. Create your account with this address by ${until}:\n\nhttps://kinora.example${grace.path}\n\nIf you do not know what this is about, ignore this email.`,
      },
    ]);
    await database.pool`
      update public.invitations set mailed_at = null, used_at = now() where id = ${grace.id}`;
    await sendInvitation(post, grace.id);
    await sendInvitation(post, (await invite()).id);
    expect(letters, "nor to nobody in particular").toHaveLength(1);
    await database.pool`
      update public.invitations set used_at = null, asked_for = true, invited_by = null
       where id = ${grace.id}`;
    await sendInvitation(post, grace.id);
    expect(letters[1]).toMatchObject({
      to: "grace3@example.org",
      canWait: false,
      subject: "Create your Kinora account",
      text: expect.stringContaining("wants an account with grace3@example.org at Kinora."),
    });
  });

  it("waits for its letter where the address has had all emails of this hour", async () => {
    const service = database.asService("a test writes more letters than an hour has");
    const sendMail = withinBounds(async () => {}, service, pino({ level: "silent" }));
    const post = { service, sendMail, publicUrl: "https://kinora.example" };
    const email = "often-written-to@example.org";
    const { id } = await invite({ email });
    for (let n = 0; n < 8; n++) await sendMail({ to: email });
    await expect(sendInvitation(post, id)).rejects.toThrow("enough emails");
    await database.pool`delete from private.buckets where name like ${`letter:${email}:%`}`;
    await sendInvitation(post, id);
    const told =
      await database.pool`select from public.invitations where id = ${id} and mailed_at is not null`;
    expect(told).toHaveLength(1);
  });

  it("is told of before anybody signs up, as far as they hold one", async () => {
    const offer = async (token = "") =>
      (await visitor.call("GET", `/sign-up?invitation=${token}`)).json();
    await change({ sign_up: "invitation", allowed_domains: ["kinora.example"] });
    const told = { sign_up: "invitation", first: false, allowed_domains: ["kinora.example"] };
    expect(await offer()).toEqual({ ...told, invitation: null });
    const [anybody, grace] = [await invite(), await invite({ email: "grace2@example.org" })];
    expect(await offer(anybody.token)).toEqual({ ...told, invitation: { email: null } });
    expect((await offer(grace.token)).invitation).toEqual({ email: "grace2@example.org" });
    expect(await signUp("grace2@example.org", grace.token)).toMatchObject({ status: 201 });
    await database.pool`update public.invitations set expires_at = now() where id = ${anybody.id}`;
    for (const { token } of [anybody, grace]) expect((await offer(token)).invitation).toBeNull();
    await change({ sign_up: "closed" });
    expect((await offer()).sign_up).toBe("closed");
  });
});
