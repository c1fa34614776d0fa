import { describe, expect, it } from "vitest";
import type { Caller, Sql } from "#api/platform/database.ts";
import { type Rehearsal, testDatabase } from "#tests/support/database.ts";
import { type Persona, personas } from "#tests/support/personas.ts";

const { rehearse } = await testDatabase();

const FREE = "00000000-0000-4000-8000-000000000001";
const PRO = "00000000-0000-4000-8000-000000000003";

const tables = ["subscriptions", "storage_usage"] as const;

describe.each(tables)("%s", (table) => {
  it("are seen by the person they belong to, and nobody else's are", () =>
    rehearse(async (rehearsal) => {
      const { owner, other } = await personas(rehearsal);
      for (const caller of [owner, other]) {
        const rows = await rehearsal.as(caller)((sql) => sql`select user_id from ${sql(table)}`);
        expect(rows.map((row) => row.user_id)).toEqual([caller.sub]);
      }
    }));

  it("are hidden from strangers and the suspended", () =>
    rehearse(async (rehearsal) => {
      const { stranger, suspended } = await personas(rehearsal);
      for (const caller of [stranger, suspended])
        await expect(
          rehearsal.as(caller)((sql) => sql`select * from ${sql(table)}`),
        ).rejects.toThrow(/permission denied|suspended/);
    }));

  it("are written by nobody directly, not even by those they belong to", () =>
    rehearse(async (rehearsal) => {
      for (const caller of Object.values(await personas(rehearsal)))
        for (const write of writes(table, caller))
          await expect(rehearsal.as(caller)(write)).rejects.toThrow(/permission denied|suspended/);
    }));
});

describe("changing plans", () => {
  it("moves the caller and nobody else, and the storage follows the plan", () =>
    rehearse(async (rehearsal) => {
      const { owner, other } = await personas(rehearsal);
      await rehearsal.as(owner)((sql) => sql`select app.change_plan(${PRO})`);
      expect(await subscription(rehearsal, owner)).toMatchObject({
        plan_id: PRO,
        storage_type: "s3",
      });
      expect(await subscription(rehearsal, other)).toMatchObject({
        plan_id: FREE,
        storage_type: "google_drive",
      });

      await rehearsal.as(owner)((sql) => sql`select app.cancel_subscription()`);
      expect(await subscription(rehearsal, owner)).toMatchObject({
        plan_id: FREE,
        storage_type: "google_drive",
      });
    }));

  it("to the one that had ended makes it stand again", () =>
    rehearse(async (rehearsal) => {
      const { owner } = await personas(rehearsal);
      await rehearsal.asService(
        (sql) =>
          sql`update public.subscriptions set status = 'cancelled' where user_id = ${owner.sub}`,
      );
      await rehearsal.as(owner)((sql) => sql`select app.change_plan(${FREE})`);
      expect(await subscription(rehearsal, owner)).toMatchObject({
        plan_id: FREE,
        status: "active",
      });
    }));

  it("refuses the plan one is on, a plan that does not exist, and cancelling nothing", () =>
    rehearse(async (rehearsal) => {
      const { owner } = await personas(rehearsal);
      const asked = (plan: string) =>
        rehearsal.as(owner)((sql) => sql`select app.change_plan(${plan})`);
      await expect(asked(FREE)).rejects.toThrow("You are on this plan already.");
      await expect(asked(crypto.randomUUID())).rejects.toThrow("This plan does not exist.");
      await expect(
        rehearsal.as(owner)((sql) => sql`select app.cancel_subscription()`),
      ).rejects.toThrow("You are on the Free plan already.");
    }));

  it("is closed to strangers and the suspended", () =>
    rehearse(async (rehearsal) => {
      const { stranger, suspended } = await personas(rehearsal);
      for (const caller of [stranger, suspended]) {
        for (const call of ["change_plan", "cancel_subscription", "switch_subtitle_addon"]) {
          const argument = { change_plan: `'${PRO}'`, switch_subtitle_addon: "true" }[call] ?? "";
          await expect(
            rehearsal.as(caller)((sql) => sql.unsafe(`select app.${call}(${argument})`)),
          ).rejects.toThrow(/permission denied|suspended/);
        }
      }
    }));

  it("for somebody else is no call that anyone may make", () =>
    rehearse(async (rehearsal) => {
      const { owner, admin, other } = await personas(rehearsal);
      for (const caller of [owner, admin])
        await expect(
          rehearsal.as(caller)((sql) => sql`select private.set_plan(${other.sub}, ${PRO})`),
        ).rejects.toThrow("permission denied");
    }));
});

describe("the subtitle add-on", () => {
  it("is switched for the caller alone and keeps its start when enabled twice", () =>
    rehearse(async (rehearsal) => {
      const { owner, other } = await personas(rehearsal);
      await rehearsal.as(owner)((sql) => sql`select app.switch_subtitle_addon(true)`);
      await rehearsal.asService(
        (sql) => sql`
          update public.subscriptions set subtitle_addon_started_at = '2026-01-02T00:00:00Z'
           where user_id = ${owner.sub}
        `,
      );
      await rehearsal.as(owner)((sql) => sql`select app.switch_subtitle_addon(true)`);
      expect(await subscription(rehearsal, owner)).toMatchObject({
        subtitle_addon_enabled: true,
        subtitle_addon_started_at: new Date("2026-01-02T00:00:00Z"),
      });
      expect((await subscription(rehearsal, other)).subtitle_addon_enabled).toBe(false);

      await rehearsal.as(owner)((sql) => sql`select app.switch_subtitle_addon(false)`);
      expect(await subscription(rehearsal, owner)).toMatchObject({
        subtitle_addon_enabled: false,
        subtitle_addon_started_at: null,
      });
    }));
});

describe("storage", () => {
  const configured = async (rehearsal: Rehearsal, caller: Caller) => {
    const [row] = await rehearsal.as(caller)(
      (sql) => sql`select app.is_storage_configured() as yes`,
    );
    return row?.yes;
  };

  it("is configured by a paid plan or by choosing the cloud, and by neither being on Free", () =>
    rehearse(async (rehearsal) => {
      const { owner, other } = await personas(rehearsal);
      expect(await configured(rehearsal, owner)).toBe(false);
      await rehearsal.as(owner)((sql) => sql`select app.change_plan(${PRO})`);
      expect(await configured(rehearsal, owner)).toBe(true);

      await rehearsal.as(other)(
        (sql) => sql`
          insert into public.preferences (user_id, preferred_storage) values (${other.sub}, 'local')
        `,
      );
      expect(await configured(rehearsal, other)).toBe(false);
      await rehearsal.as(other)(
        (sql) => sql`update public.preferences set preferred_storage = 's3'`,
      );
      expect(await configured(rehearsal, other)).toBe(true);
    }));

  it("has no room on Free, and on a paid plan exactly the plan's", () =>
    rehearse(async (rehearsal) => {
      const { owner } = await personas(rehearsal);
      const assertRoom = (bytes: number, diskFree: number | null = null) =>
        rehearsal.asService((sql) =>
          sql.savepoint(
            (inner) => inner`select app.assert_room(${owner.sub}, ${bytes}, ${diskFree})`,
          ),
        );
      await expect(assertRoom(1)).rejects.toThrow("Storage is not set up.");
      await rehearsal.as(owner)((sql) => sql`select app.change_plan(${PRO})`);
      await rehearsal.asService(
        (sql) => sql`update public.storage_usage set used_bytes = 100 where user_id = ${owner.sub}`,
      );
      const room = 100 * 2 ** 30 - 100;
      await assertRoom(room);
      await expect(assertRoom(room + 1)).rejects.toThrow("Your storage is full.");
      await expect(assertRoom(11, 10)).rejects.toThrow("This server has no room left.");
    }));
});

async function subscription(rehearsal: Rehearsal, { sub }: Persona) {
  const [row] = await rehearsal.asService(
    (sql) => sql`select * from public.subscriptions where user_id = ${sub}`,
  );
  if (!row) throw new Error("no subscription");
  return row;
}

function writes(table: (typeof tables)[number], { sub }: Caller) {
  type Write = (sql: Sql) => Promise<unknown>;
  const columns = { subscriptions: "plan_id", storage_usage: "used_bytes" };
  const insert: Write = (sql) => sql`insert into ${sql(table)} (user_id) values (${sub ?? null})`;
  const update: Write = (sql) =>
    sql`update ${sql(table)} set ${sql(columns[table])} = ${sql(columns[table])}`;
  const remove: Write = (sql) => sql`delete from ${sql(table)}`;
  return [insert, update, remove];
}
