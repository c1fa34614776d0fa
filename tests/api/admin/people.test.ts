import { describe, expect, it } from "vitest";
import { type AdminUser, Person, UserPage, type UserSort } from "#contract/admin-users.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { person, database } = await testApp();
const boss = await person({ role: "super_admin", username: "Zoe" });
const admin = await person({ role: "admin" });
const service = database.asService("a test looks and turns the clock");

const read = async (who: { id: string }) =>
  Person.parse(await (await admin.call("GET", `/admin/users/${who.id}`)).json());

async function list(query: string): Promise<string[]> {
  const answer = await (await admin.call("GET", `/admin/users?per_page=100&${query}`)).json();
  return answer.users.map((user: { username: string }) => user.username);
}

async function planId(name: string): Promise<string> {
  const [plan] = await service((sql) => sql`select id from public.plans where name = ${name}`);
  return plan?.id;
}

const give = async (who: SignedIn, name: string, until: string | null = null) =>
  admin.call("PUT", `/admin/users/${who.id}/plan`, { plan_id: await planId(name), until });

/** The entries of the audit log about a person, the last first. */
const noted = async (who: { id: string }, act: string) =>
  (await (await admin.call("GET", `/admin/audit?person=${who.id}&act=${act}`)).json()).entries;

const TOMORROW = new Date(Date.now() + 24 * 3600 * 1000).toISOString();

describe("the list of people", () => {
  it("shows those of one role, status, way in or plan, and counts them alone", async () => {
    const kim = await person({ username: "Kim", plan: "Starter", suspended: true });
    await service(
      (sql) => sql`update public.users set oauth_provider = 'google' where id = ${kim.id}`,
    );
    expect(await list("role=super_admin")).toEqual([boss.username]);
    expect(await list("status=suspended")).toEqual(["Kim"]);
    expect(await list("auth=google")).toEqual(["Kim"]);
    expect(await list("plan=Starter")).toEqual(["Kim"]);
    expect(await list("plan=Starter&status=active")).toEqual([]);
    const { total } = await (await admin.call("GET", "/admin/users?plan=Starter")).json();
    expect(total).toBe(1);
  });

  it("is sorted by each of its columns, either way", async () => {
    await person({ username: "anna", plan: "Pro" });
    const columns: Record<UserSort, (user: AdminUser) => string | boolean | null> = {
      username: ({ username }) => username.toLowerCase(),
      email: ({ email }) => email.toLowerCase(),
      role: ({ role }) => role,
      auth: ({ oauth_provider }) => oauth_provider,
      status: ({ suspended }) => suspended,
      plan: ({ plan }) => plan,
      joined: ({ created_at }) => created_at,
    };
    for (const [sort, shown] of Object.entries(columns)) {
      const values = async (order: string) => {
        const path = `/admin/users?per_page=100&sort=${sort}&order=${order}`;
        return UserPage.parse(await (await admin.call("GET", path)).json()).users.map(shown);
      };
      const up = await values("asc");
      expect(new Set(up).size, sort).toBeGreaterThan(1);
      expect(await values("desc"), sort).toEqual(up.toReversed());
      const sorted = up.filter((value) => value !== null);
      expect(sorted, sort).toEqual(sorted.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    }
  });
});

describe("a list of people by name", () => {
  it("has what is spelled alike together, and numbers in their order", async () => {
    const names = ["eclair 9", "éclair 9", "Éclair 10", "Eclairs", "zebra of eclair"];
    for (const username of names.toReversed()) await person({ username });
    const query = "sort=username&search=clair";
    const found = (await list(`${query}&order=asc`)).map((name) => name.normalize("NFC"));
    expect(found).toEqual(names);
    expect(await list(`${query}&order=desc`)).toEqual(names.toReversed());
  });
});

describe("a search for people", () => {
  const find = (search: string, more = "") => list(`search=${encodeURIComponent(search)}${more}`);

  it("takes one letter or two, of any script and case, and what somebody is called now", async () => {
    const zhanna = await person({ username: "Жанна", email: "xq@example.net", plan: "Starter" });
    for (const search of ["ж", "ЖА", "XQ@", "q@e", "жанна"])
      expect(await find(search), search).toEqual(["Жанна"]);
    for (const search of ["жн", "%", "анна\nxq"]) expect(await find(search), search).toEqual([]);
    await database.as(zhanna.caller)(
      (sql) => sql`update public.users set username = 'Дженни' where id = ${zhanna.id}`,
    );
    expect(await find("жанна")).toEqual([]);
    expect(await find("джен", "&plan=Starter&role=user&status=active")).toEqual(["Дженни"]);
    await give(zhanna, "Premium");
    expect(await find("джен", "&plan=Starter")).toEqual([]);
    await admin.call("POST", `/admin/users/${zhanna.id}/delete`, { email: zhanna.email });
    expect(await find("джен")).toEqual([]);
  });

  it("is sorted, paged and narrowed as the list of all is", async () => {
    for (const [username, plan] of [
      ["Moth 2", "Pro"],
      ["moth 1", "Starter"],
      ["Moth 3", "Pro"],
    ] as const)
      await person({ username, plan });
    expect(await find("MOTH", "&sort=username&order=asc")).toEqual(["moth 1", "Moth 2", "Moth 3"]);
    expect(await find("moth", "&sort=plan&order=desc")).toEqual(["moth 1", "Moth 3", "Moth 2"]);
    expect(await find("moth", "&sort=joined&order=asc&plan=Pro")).toEqual(["Moth 2", "Moth 3"]);
    const query = "search=moth&sort=username&order=desc&per_page=2&page=2";
    const second = await (await admin.call("GET", `/admin/users?${query}`)).json();
    expect(second).toMatchObject({ users: [{ username: "moth 1" }], total: 3, total_pages: 2 });
  });
});

describe("the page of a person", () => {
  it("says what they hold, their plan and where they are signed in", async () => {
    const ada = await person({ plan: "Pro" });
    const recording = await recordingOf(database, ada, "Engine");
    await linkTo(ada, recording);
    await linkTo(ada, recording, { expires_in_hours: 1 });
    await linkTo(ada, recording, { expires_in_hours: 2, label: "over" });
    await database.pool`update public.shares set expires_at = now() where label = 'over'`;
    await ada.call("POST", `/recordings/${recording}/comments`, { content: "Note" });
    const { user, holdings, plan, sessions } = await read(ada);
    expect(user).toMatchObject({ id: ada.id, email: ada.email, plan: "Pro", role: "user" });
    expect(holdings).toMatchObject({ recordings: 1, links: 2, comments: 1 });
    expect(plan).toMatchObject({ name: "Pro", paid: false, gift_until: null });
    expect(sessions).toMatchObject([{ id: ada.caller.sid, device: "a test" }]);
    expect((await admin.call("GET", `/admin/users/${crypto.randomUUID()}`)).status).toBe(404);
  });

  it("signs them out in one place, or everywhere", async () => {
    const ada = await person();
    const [second] = await service(
      (sql) => sql`select id from private.begin_session(${ada.id}, 'a phone')`,
    );
    await service((sql) => sql`select id from private.begin_session(${ada.id}, 'an old phone')`);
    await database.pool`
      update public.sessions set last_seen_at = now() - interval '31 days'
       where user_id = ${ada.id} and device = 'an old phone'`;
    expect((await read(ada)).sessions.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [ada.caller.sid, second?.id].toSorted(),
    );
    const path = `/admin/users/${ada.id}/sessions`;
    const another = `/admin/users/${(await person()).id}/sessions/${second?.id}`;
    expect((await admin.call("DELETE", another)).status, "of somebody else").toBe(404);
    expect((await admin.call("DELETE", `${path}/${second?.id}`)).status).toBe(200);
    expect((await admin.call("DELETE", `${path}/${second?.id}`)).status).toBe(404);
    expect((await ada.call("GET", "/user")).status).toBe(200);
    expect((await admin.call("DELETE", path)).status).toBe(200);
    expect((await ada.call("GET", "/user")).status).toBe(401);
    const by = { actor: admin.email, target: ada.email };
    expect(await noted(ada, "sessions_ended")).toMatchObject([
      { ...by, before: { sessions: 2 } },
      { ...by, before: { sessions: 1 } },
    ]);
    // The devices are shown in the admin area alone: the policies of the table are as narrow as before.
    expect(await database.as(admin.caller)((sql) => sql`select id from public.sessions`)).toEqual([
      { id: admin.caller.sid },
    ]);
  });

  it("gives a plan for good, or until a day, when the one before comes back", async () => {
    const ada = await person({ plan: "Starter" });
    expect((await give(ada, "Pro")).status).toBe(200);
    expect((await read(ada)).plan).toMatchObject({ name: "Pro", gift_until: null });
    await give(ada, "Premium", TOMORROW);
    await give(ada, "Starter", TOMORROW);
    expect((await read(ada)).plan).toMatchObject({ name: "Starter" });
    expect(await noted(ada, "plan_given")).toMatchObject([
      { before: { plan: "Premium" }, after: { plan: "Starter" } },
      { before: { plan: "Pro", until: null }, after: { plan: "Premium" } },
      { actor: admin.email, before: { plan: "Starter" }, after: { plan: "Pro", until: null } },
    ]);
    expect((await read(ada)).plan.gift_until).not.toBeNull();
    const gift = async () => (await (await ada.call("GET", "/subscriptions/current")).json()).gift;
    expect(await gift()).toEqual({ until: TOMORROW, then_plan: "Pro" });

    const end = () => service((sql) => sql`select private.end_gifts()`);
    await end();
    expect((await read(ada)).plan.name).toBe("Starter");
    await service(
      (sql) => sql`update public.subscriptions set gift_until = now() where user_id = ${ada.id}`,
    );
    await end();
    expect((await read(ada)).plan).toMatchObject({ name: "Pro", gift_until: null });
    expect(await gift()).toBeNull();
  });

  it("gives no plan until a time that no calendar has", async () => {
    for (const until of ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00", "12026-12-24"]) {
      const answer = await give(await person(), "Pro", until);
      const { fields } = await answer.json();
      expect([answer.status, Object.keys(fields)]).toEqual([422, ["until"]]);
    }
  });

  it("ends a gift with all that the plan before it had", async () => {
    const ada = await person({ plan: "Free" });
    const where = () =>
      service(
        (sql) => sql`select storage_type from public.subscriptions where user_id = ${ada.id}`,
      );
    await give(ada, "Pro", TOMORROW);
    expect(await where()).toEqual([{ storage_type: "s3" }]);
    await service(async (sql) => {
      await sql`update public.subscriptions set gift_until = now() where user_id = ${ada.id}`;
      await sql`select private.end_gifts()`;
    });
    expect(await where()).toEqual([{ storage_type: "google_drive" }]);
  });

  it("leaves alone what somebody chose while they had a gift, and what they pay for", async () => {
    const ada = await person({ plan: "Starter" });
    await give(ada, "Premium", TOMORROW);
    await ada.call("POST", "/subscriptions/subscribe", { plan_id: await planId("Pro") });
    expect((await read(ada)).plan).toMatchObject({ name: "Pro", gift_until: null });
    await service(
      (sql) =>
        sql`update public.subscriptions set plan_billing_id = 'si_1' where user_id = ${ada.id}`,
    );
    expect(await (await give(ada, "Premium")).json()).toMatchObject({ code: "plan_is_paid" });
    expect((await give(boss, "Pro")).status, "an admin to a super admin").toBe(403);
    expect((await give(ada, "Premium", "2020-01-01T00:00:00Z")).status).toBe(422);
  });
});

describe("an account that is deleted", () => {
  const erase = (by: SignedIn, who: { id: string }, email: string) =>
    by.call("POST", `/admin/users/${who.id}/delete`, { email });

  it("goes with everything of theirs, once its address was typed", async () => {
    const [ada, bob] = [await person(), await person()];
    const recording = await recordingOf(database, ada, "Engine");
    expect((await erase(admin, ada, bob.email)).status).toBe(422);
    expect((await erase(admin, ada, ` ${ada.email.toUpperCase()}`)).status).toBe(200);
    expect((await ada.call("GET", "/user")).status).toBe(401);
    expect((await admin.call("GET", `/admin/users/${ada.id}`)).status).toBe(404);
    const left = await service(
      (sql) => sql`select 1 from public.recordings where id = ${recording}`,
    );
    expect(left).toEqual([]);
    const { entries } = await (await admin.call("GET", "/admin/audit?act=account_deleted")).json();
    expect(entries[0]).toMatchObject({
      actor: admin.email,
      target: ada.email,
      before: { username: ada.username, recordings: 1 },
    });
  });

  it("is nobody's own here, nor a super admin's to an admin, nor one that still pays", async () => {
    const ada = await person();
    expect((await erase(admin, admin, admin.email)).status).toBe(403);
    expect((await erase(admin, boss, boss.email)).status).toBe(403);
    await service(
      (sql) => sql`
        update public.subscriptions set subtitle_addon_billing_id = 'si_2' where user_id = ${ada.id}`,
    );
    expect(await (await erase(admin, ada, ada.email)).json()).toMatchObject({ code: "still_paid" });
  });

  it("is no admin's where another admin asks, and a super admin's to delete", async () => {
    const other = await person({ role: "admin" });
    const answer = await erase(admin, other, other.email);
    expect([answer.status, (await answer.json()).code]).toEqual([403, "super_admins_only"]);
    expect((await erase(boss, other, other.email)).status).toBe(200);
  });

  it("is never the last that may give roles, also of two who delete each other at once", async () => {
    await service((sql) => sql`update public.users set role = 'user' where role = 'super_admin'`);
    const [left, right] = [
      await person({ role: "super_admin" }),
      await person({ role: "super_admin" }),
    ];
    const answers = await Promise.all([
      erase(left, right, right.email),
      erase(right, left, left.email),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const supers = await service(
      (sql) => sql`select 1 from public.users where role = 'super_admin'`,
    );
    expect(supers).toHaveLength(1);
  });
});
