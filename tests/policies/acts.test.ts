import { describe, expect, it, test } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { testDatabase } from "#tests/support/database.ts";
import { type Persona, personas } from "#tests/support/personas.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { refusal } from "#tests/support/refusal.ts";

const { rehearse } = await testDatabase();

const FREE = "00000000-0000-4000-8000-000000000001";
const STARTER = "00000000-0000-4000-8000-000000000002";
const PRO = "00000000-0000-4000-8000-000000000003";

type People = Awaited<ReturnType<typeof personas>>;

const acted = (act: (sql: Sql, people: People) => Promise<void>) =>
  rehearse(async (rehearsal) => {
    const people = await personas(rehearsal);
    await rehearsal.asService((sql) => act(sql, people));
  });

/** Sets the claims for functions that ask for whom they act. */
const claim = (sql: Sql, { sub }: Persona) =>
  sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub })}, true)`;

describe("the last super admin", () => {
  it("stays, also where another one is suspended", () =>
    acted(async (sql, { superAdmin, other }) => {
      const demote = () =>
        refusal(sql, (inner) => inner`select private.set_role(${superAdmin.sub}, 'admin')`);
      const remove = () =>
        refusal(
          sql,
          (inner) =>
            inner`select private.delete_account(${superAdmin.sub}, ' SUPER.admin@example.test ')`,
        );
      expect([await demote(), await remove()]).toEqual(["last_super_admin", "last_super_admin"]);
      await sql`update public.users set role = 'super_admin', suspended = true where id = ${other.sub}`;
      expect([await demote(), await remove()]).toEqual(["last_super_admin", "last_super_admin"]);
      await sql`select private.set_role(${superAdmin.sub}, 'super_admin')`;
      await sql`update public.users set suspended = false where id = ${other.sub}`;
      expect(await remove()).toBeUndefined();
    }));
});

describe("an account", () => {
  it.each(["plan_billing_id", "subtitle_addon_billing_id"])(
    "does not go while %s is paid for",
    (item) =>
      acted(async (sql, { owner }) => {
        const remove = (typed: string) =>
          refusal(sql, (inner) => inner`select private.delete_account(${owner.sub}, ${typed})`);
        await sql`
          update public.subscriptions set ${sql({ [item]: "si_1" })} where user_id = ${owner.sub}`;
        expect(await remove("other@example.test")).toBe("email_differs");
        expect(await remove("owner@example.test")).toBe("still_paid");
        await sql`update public.subscriptions set ${sql({ [item]: null })}`;
        expect(await remove("Owner@Example.test ")).toBeUndefined();
      }),
  );
});

describe("a gift", () => {
  const subscription = async (sql: Sql, { sub }: Persona) =>
    (
      await sql`
      select plan_id as plan, storage_type as kept, gift_until is not null as gift,
             plan_before_gift as former from public.subscriptions where user_id = ${sub}`
    )[0];
  const give = (sql: Sql, to: Persona, plan: string, days: number | null) =>
    sql`select app.give_plan(${to.sub}, ${plan}, now() + make_interval(days => ${days}))`;

  it("brings back what was before the first of them, when it ends", () =>
    acted(async (sql, { superAdmin, owner, other }) => {
      await claim(sql, superAdmin);
      await give(sql, other, PRO, 9);
      await give(sql, owner, STARTER, 1);
      await give(sql, owner, PRO, 2);
      expect(await subscription(sql, owner)).toEqual({
        plan: PRO,
        kept: "s3",
        gift: true,
        former: FREE,
      });
      expect(await refusal(sql, (inner) => give(inner, owner, PRO, 0))).toBe("gift_over");
      await sql`update public.subscriptions set gift_until = now() where user_id = ${owner.sub}`;
      expect(await sql`select private.end_gifts() as ended`).toEqual([{ ended: 1 }]);
      expect(await subscription(sql, owner)).toEqual({
        plan: FREE,
        kept: "google_drive",
        gift: false,
        former: null,
      });
      expect((await subscription(sql, other))?.plan).toBe(PRO);
    }));

  it("is none any more for whoever chooses a plan, or was given one for good", () =>
    acted(async (sql, { superAdmin, owner, other }) => {
      await claim(sql, superAdmin);
      await give(sql, owner, PRO, 2);
      await give(sql, other, PRO, 2);
      await sql`select private.set_plan(${owner.sub}, ${STARTER})`;
      await give(sql, other, STARTER, null);
      const mine = { plan: STARTER, kept: "s3", gift: false, former: null };
      expect([await subscription(sql, owner), await subscription(sql, other)]).toEqual([
        mine,
        mine,
      ]);
    }));
});

test("whoever leaves a plan is on the first of those that cost nothing", () =>
  acted(async (sql, { owner }) => {
    await sql`
      insert into public.plans (name, price_usd, storage_gb, position)
      values ('Beyond', 0, 5, 9), ('Before', 0, 5, -1)`;
    await claim(sql, owner);
    await sql`select app.change_plan(${PRO})`;
    await sql`select app.cancel_subscription()`;
    const plan = () => sql`
      select p.name from public.subscriptions s join public.plans p on p.id = s.plan_id
       where user_id = ${owner.sub}`;
    expect(await plan()).toEqual([{ name: "Before" }]);
    // A plan that Stripe no longer bills goes the same way.
    await sql`update public.subscriptions set plan_id = ${PRO}, plan_billing_id = 'si_1'`;
    await sql`insert into private.billing (user_id) values (${owner.sub})`;
    await sql`select private.write_billing(${owner.sub}, 1, '{"monthly_cents": 0, "pending_addon": false}')`;
    expect(await plan()).toEqual([{ name: "Before" }]);
  }));

describe("settings", () => {
  it("that a change does not name stay, and its line in the log says what was", () =>
    acted(async (sql, { superAdmin }) => {
      await claim(sql, superAdmin);
      const change = async (to: object) => {
        const [now] = await sql`select * from app.change_server_settings(${sql.json({ ...to })})`;
        return now;
      };
      const all = {
        sign_up: "invitation",
        allowed_domains: ["example.test"],
        default_plan: "Pro",
        announcement: "Hello",
        trash_days: 7,
      };
      expect(await change({ ...all, allowed_domains: ["Example.TEST"] })).toEqual(all);
      expect(await change({ announcement: "" })).toEqual({ ...all, announcement: "" });
      expect(await change({ default_plan: null })).toMatchObject({ default_plan: null });
      expect(await change({ allowed_domains: [] })).toMatchObject({ allowed_domains: [] });
      expect(await change({ sign_up: "open" })).toEqual({
        sign_up: "open",
        allowed_domains: [],
        default_plan: null,
        announcement: "",
        trash_days: 7,
      });
      const lines = await sql`select before, after from public.audit_log order by id`;
      expect(lines.slice(-4)).toEqual([
        { before: { announcement: "Hello" }, after: { announcement: "" } },
        { before: { default_plan: "Pro" }, after: { default_plan: null } },
        { before: { allowed_domains: ["example.test"] }, after: { allowed_domains: [] } },
        { before: { sign_up: "invitation" }, after: { sign_up: "open" } },
      ]);
      const invite = (address: string) =>
        refusal(sql, (inner) => inner`select app.invite(${address}, 3)`);
      expect(await invite("OWNER@example.test")).toBe("email_taken");
      expect(await invite("new@example.test")).toBeUndefined();
    }));
});

describe("what is noted", () => {
  it("is cut where it is long", () =>
    acted(async (sql, { owner, admin, other }) => {
      await sql`select private.note_failed_sign_in('::1', ${"x".repeat(300)}, 'unknown')`;
      const recording = await insertRecording(sql, owner.sub);
      await claim(sql, admin);
      await sql`
        insert into public.comments (recording_id, author_id, content)
        values (${recording}, ${other.sub}, ${"y".repeat(600)})`;
      await sql`delete from public.comments`;
      const lines = await sql`
        select act, kind, target, before, actor, address from public.audit_log
         where act in ('sign_in_failed', 'comment_deleted') order by id`;
      expect(lines).toEqual([
        {
          act: "sign_in_failed",
          kind: "security",
          target: "x".repeat(254),
          before: null,
          actor: null,
          address: "::1",
        },
        {
          act: "comment_deleted",
          kind: "admin",
          target: "The demo",
          before: { author: "other@example.test", content: "y".repeat(500) },
          actor: "admin@example.test",
          address: "::1",
        },
      ]);
    }));
});

describe("sessions of somebody", () => {
  it("are those that stand, the last used first, and end by one or all at once", () =>
    acted(async (sql, { superAdmin, owner, other }) => {
      await claim(sql, superAdmin);
      await sql`
        insert into public.sessions (user_id, device, created_at, last_seen_at)
        select ${owner.sub}, device, now() - created::interval, now() - seen::interval
          from (values ('over', '90 days', '0'), ('silent', '40 days', '30 days'),
                       ('yesterday', '3 days', '1 day'), ('lately', '80 days', '1 hour'))
               given (device, created, seen)`;
      const devices = async () =>
        (await sql`select device from app.sessions_of(${owner.sub})`).map(({ device }) => device);
      expect(await devices()).toEqual(["a test", "lately", "yesterday"]);
      const end = (who: Persona) => sql`
        select device from app.end_sessions_of(${who.sub}, (
          select id from public.sessions where device = 'lately'))`;
      expect(await end(other)).toEqual([]);
      expect(await end(owner)).toEqual([{ device: "lately" }]);
      expect(await devices()).toEqual(["a test", "yesterday"]);
      expect(await sql`select from app.end_sessions_of(${owner.sub})`).toHaveLength(4);
      const lines = await sql`
        select target, before from public.audit_log where act = 'sessions_ended' order by id`;
      expect(lines).toEqual([
        { target: "owner@example.test", before: { sessions: 1 } },
        { target: "owner@example.test", before: { sessions: 4 } },
      ]);
    }));
});

describe("a second factor", () => {
  it("is asked for when one was tried once, and recovery codes alone are none", () =>
    acted(async (sql, { owner, other }) => {
      let tickets = 0;
      const ticket = async () =>
        (
          await sql`
          select ways, passkeys from private.begin_ticket(${owner.sub}, ${`hash ${++tickets}`}, null)`
        )[0];
      const add = (who: Persona, kind: string, tried: boolean, id: string | null = null) => sql`
        insert into private.second_factors (user_id, kind, secret, credential_id, since)
        values (${who.sub}, ${kind}, 'x', ${id}, ${tried ? sql`now()` : null})`;
      await add(other, "totp", true);
      await add(owner, "recovery", true);
      await add(owner, "totp", false);
      await add(owner, "passkey", false, "begun");
      expect(await ticket()).toBeUndefined();
      await add(owner, "passkey", true, "mine");
      expect(await ticket()).toEqual({ ways: ["passkey", "recovery"], passkeys: ["mine"] });
      await sql`update private.sign_in_tickets set ends_at = now() - interval '1 second'`;
      await sql`update private.second_factors set since = now() where kind = 'totp'`;
      await add(owner, "recovery", true);
      expect((await ticket())?.ways).toEqual(["passkey", "recovery", "totp"]);
      expect(await sql`select hash from private.sign_in_tickets`).toEqual([{ hash: "hash 3" }]);
    }));
});
