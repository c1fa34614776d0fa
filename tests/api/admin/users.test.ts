import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";

const { visitor, person, database } = await testApp();
const boss = await person({ role: "super_admin" });
const admin = await person({ role: "admin" });
const ada = await person({ username: "ada_100%" });

const setRole = (by: typeof boss, id: string, role: string) =>
  by.call("PUT", `/admin/users/${id}/role`, { role });
const suspend = (by: typeof boss, id: string, suspended = true) =>
  by.call("PUT", `/admin/users/${id}/suspend`, { suspended });

describe("managing users works", () => {
  it("lists accounts in pages, newest first, and finds them by name or address", async () => {
    const first = await (await admin.call("GET", "/admin/users?per_page=2")).json();
    expect(first).toMatchObject({ page: 1, per_page: 2, total_pages: Math.ceil(first.total / 2) });
    expect(first.users[0].id).toBe(ada.id);
    // The underscore and the percent sign are text, not wildcards.
    const found = await (await admin.call("GET", "/admin/users?search=ada_100%25")).json();
    expect(found.users.map((user: { id: string }) => user.id)).toEqual([ada.id]);
    const { id } = await person({ username: "Grace", email: "hopper@navy.example" });
    const byAddress = await (await admin.call("GET", "/admin/users?search=HOPPER%40navy")).json();
    expect(byAddress.users.map((user: { id: string }) => user.id)).toEqual([id]);
    const none = await (await admin.call("GET", "/admin/users?search=adaX100")).json();
    expect(none.users).toEqual([]);
  });

  it("knows how many there are past the last page, too", async () => {
    const first = await (await admin.call("GET", "/admin/users")).json();
    const past = await (await admin.call("GET", "/admin/users?page=900")).json();
    expect(past).toMatchObject({ users: [], page: 900, total: first.total });
    const found = await (await admin.call("GET", "/admin/users?search=ADA_100&page=2")).json();
    expect(found).toMatchObject({ users: [], total: 1, total_pages: 1 });
  });

  it("lets a super admin change a role, which counts from the next request", async () => {
    const newcomer = await person();
    expect((await newcomer.call("GET", "/admin/users")).status).toBe(403);
    const changed = await setRole(boss, newcomer.id, "admin");
    expect((await changed.json()).role).toBe("admin");
    expect((await newcomer.call("GET", "/admin/users")).status).toBe(200);
  });

  it("lets an admin suspend and activate, which ends sessions for good and lets begin new ones", async () => {
    const newcomer = await person();
    const begin = () =>
      database.pool`select * from private.begin_session(${newcomer.id}, 'a test')`;
    expect((await (await suspend(admin, newcomer.id)).json()).suspended).toBe(true);
    expect((await newcomer.call("GET", "/user")).status).toBe(401);
    expect(await begin()).toHaveLength(0);
    expect((await (await suspend(admin, newcomer.id, false)).json()).suspended).toBe(false);
    expect((await newcomer.call("GET", "/user")).status).toBe(401);
    expect(await begin()).toHaveLength(1);
  });
});

describe("managing users refuses", () => {
  it("everybody who is no admin", async () => {
    expect((await visitor.call("GET", "/admin/users")).status).toBe(401);
    for (const answer of [
      await ada.call("GET", "/admin/users"),
      await ada.call("GET", "/admin/dashboard/stats"),
      await suspend(ada, admin.id),
    ])
      expect(answer.status).toBe(403);
  });

  it("an admin who changes a role, in the specified words", async () => {
    const answer = await setRole(admin, ada.id, "admin");
    expect(answer.status).toBe(403);
    expect((await answer.json()).error).toBe("Only super admins can change user roles");
  });

  it("anybody changing themselves, and an admin touching a super admin", async () => {
    expect((await setRole(boss, boss.id, "user")).status).toBe(403);
    expect((await suspend(admin, admin.id)).status).toBe(403);
    expect((await suspend(admin, boss.id)).status).toBe(403);
  });

  it("an admin whatever they do to a super admin", async () => {
    const [plan] = await database.pool`select id from public.plans where name = 'Pro'`;
    const acts: Parameters<typeof boss.call>[] = [
      ["PUT", "role", { role: "user" }],
      ["PUT", "suspend", { suspended: true }],
      ["PUT", "suspend", { suspended: false }],
      ["PUT", "confirm-email"],
      ["PUT", "plan", { plan_id: plan?.id, until: null }],
      ["DELETE", "sessions"],
      ["DELETE", `sessions/${boss.caller.sid}`],
      ["POST", "delete", { email: boss.email }],
    ];
    for (const [method, act, body] of acts) {
      const answer = await admin.call(method, `/admin/users/${boss.id}/${act}`, body);
      const { code } = await answer.json();
      expect([act, answer.status, code]).toEqual([act, 403, "super_admins_only"]);
    }
    expect((await boss.call("GET", "/user")).status).toBe(200);
  });

  it("an account that does not exist", async () => {
    expect((await suspend(admin, crypto.randomUUID())).status).toBe(404);
    expect((await suspend(admin, "not-an-id")).status).toBe(404);
  });

  it("two super admins who demote each other at once: one of them stays", async () => {
    const [left, right] = [
      await person({ role: "super_admin" }),
      await person({ role: "super_admin" }),
    ];
    const answers = await Promise.all([
      setRole(left, right.id, "user"),
      setRole(right, left.id, "user"),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403]);
  });

  it.each([
    ["suspends", "suspended", (by: typeof boss, id: string) => suspend(by, id)],
    ["suspends", "made an admin", (by: typeof boss, id: string) => suspend(by, id)],
    ["demotes", "suspended", (by: typeof boss, id: string) => setRole(by, id, "user")],
  ])("a super admin who %s another, and is just %s by them", async (_, what, act) => {
    const [left, right] = [
      await person({ role: "super_admin" }),
      await person({ role: "super_admin" }),
    ];
    const second = await database.as(left.caller)(async (sql) => {
      if (what === "suspended") await sql`select from app.change_suspension(${right.id}, true)`;
      else await sql`select from app.change_role(${right.id}, 'admin')`;
      const answer = act(right, left.id); // who asks is still a super admin: nothing is done yet
      await expect.poll(waiting).toBe(1);
      return { answer };
    });
    expect((await second.answer).status).toBe(403);
    expect((await left.call("GET", "/admin/users")).status).toBe(200);
  });

  it("a super admin who makes somebody an admin, and is just made a mere one themselves", async () => {
    const [demoted, newcomer] = [await person({ role: "super_admin" }), await person()];
    const second = await database.as(boss.caller)(async (sql) => {
      await sql`select from app.change_role(${demoted.id}, 'admin')`;
      const answer = setRole(demoted, newcomer.id, "admin");
      await expect.poll(waiting).toBe(1);
      return { answer };
    });
    expect((await second.answer).status).toBe(403);
    expect((await newcomer.call("GET", "/admin/users")).status).toBe(403);
  });

  const waiting = async () =>
    (await database.pool`select from pg_locks where locktype = 'advisory' and not granted`).length;
});
