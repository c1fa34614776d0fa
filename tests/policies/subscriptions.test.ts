import { describe, expect, it } from "vitest";
import type { Caller } from "#api/platform/database.ts";
import { type Scene, testDatabase } from "#tests/support/database.ts";
import { type Person, personas } from "#tests/support/personas.ts";

const { rehearse } = await testDatabase();

const FREE = "00000000-0000-4000-8000-000000000001";
const PRO = "00000000-0000-4000-8000-000000000003";

const tables = ["subscriptions", "storage_usage"] as const;

describe.each(tables)("%s", (table) => {
  it("are seen by the person they belong to, and nobody else's are", () =>
    rehearse(async (scene) => {
      const { owner, other } = await personas(scene);
      for (const caller of [owner, other]) {
        const rows = await scene.as(caller)((sql) => sql`select user_id from ${sql(table)}`);
        expect(rows.map((row) => row.user_id)).toEqual([caller.sub]);
      }
    }));

  it("are hidden from strangers and the suspended", () =>
    rehearse(async (scene) => {
      const { stranger, suspended } = await personas(scene);
      for (const caller of [stranger, suspended])
        await expect(scene.as(caller)((sql) => sql`select * from ${sql(table)}`)).rejects.toThrow(
          /permission denied|suspended/,
        );
    }));

  it("are written by nobody directly, not even by those they belong to", () =>
    rehearse(async (scene) => {
      for (const caller of Object.values(await personas(scene)))
        for (const write of writes(table, caller))
          await expect(scene.as(caller)(write)).rejects.toThrow(/permission denied|suspended/);
    }));
});

describe("changing plans", () => {
  it("moves the caller and nobody else, and the storage follows the plan", () =>
    rehearse(async (scene) => {
      const { owner, other } = await personas(scene);
      await scene.as(owner)((sql) => sql`select app.change_plan(${PRO})`);
      expect(await subscription(scene, owner)).toMatchObject({ plan_id: PRO, storage_type: "s3" });
      expect(await subscription(scene, other)).toMatchObject({
        plan_id: FREE,
        storage_type: "google_drive",
      });

      await scene.as(owner)((sql) => sql`select app.cancel_subscription()`);
      expect(await subscription(scene, owner)).toMatchObject({
        plan_id: FREE,
        storage_type: "google_drive",
      });
    }));

  it("refuses the plan one is on, a plan that does not exist, and cancelling nothing", () =>
    rehearse(async (scene) => {
      const { owner } = await personas(scene);
      const asked = (plan: string) =>
        scene.as(owner)((sql) => sql`select app.change_plan(${plan})`);
      await expect(asked(FREE)).rejects.toThrow("You are on this plan already.");
      await expect(asked(crypto.randomUUID())).rejects.toThrow("This plan does not exist.");
      await expect(scene.as(owner)((sql) => sql`select app.cancel_subscription()`)).rejects.toThrow(
        "You are on the Free plan already.",
      );
    }));

  it("is closed to strangers and the suspended", () =>
    rehearse(async (scene) => {
      const { stranger, suspended } = await personas(scene);
      for (const caller of [stranger, suspended]) {
        for (const call of ["change_plan", "cancel_subscription", "switch_subtitle_addon"]) {
          const argument = { change_plan: `'${PRO}'`, switch_subtitle_addon: "true" }[call] ?? "";
          await expect(
            scene.as(caller)((sql) => sql.unsafe(`select app.${call}(${argument})`)),
          ).rejects.toThrow(/permission denied|suspended/);
        }
      }
    }));

  it("for somebody else is no call that anyone may make", () =>
    rehearse(async (scene) => {
      const { owner, admin, other } = await personas(scene);
      for (const caller of [owner, admin])
        await expect(
          scene.as(caller)((sql) => sql`select private.set_plan(${other.sub}, ${PRO})`),
        ).rejects.toThrow("permission denied");
    }));
});

describe("the subtitle add-on", () => {
  it("is switched for the caller alone and keeps its start when enabled twice", () =>
    rehearse(async (scene) => {
      const { owner, other } = await personas(scene);
      await scene.as(owner)((sql) => sql`select app.switch_subtitle_addon(true)`);
      await scene.asService(
        (sql) => sql`
          update public.subscriptions set subtitle_addon_started_at = '2026-01-02T00:00:00Z'
           where user_id = ${owner.sub}
        `,
      );
      await scene.as(owner)((sql) => sql`select app.switch_subtitle_addon(true)`);
      expect(await subscription(scene, owner)).toMatchObject({
        subtitle_addon_enabled: true,
        subtitle_addon_started_at: new Date("2026-01-02T00:00:00Z"),
      });
      expect((await subscription(scene, other)).subtitle_addon_enabled).toBe(false);

      await scene.as(owner)((sql) => sql`select app.switch_subtitle_addon(false)`);
      expect(await subscription(scene, owner)).toMatchObject({
        subtitle_addon_enabled: false,
        subtitle_addon_started_at: null,
      });
    }));
});

describe("storage", () => {
  const configured = async (scene: Scene, caller: Caller) => {
    const [row] = await scene.as(caller)((sql) => sql`select app.is_storage_configured() as yes`);
    return row?.yes;
  };

  it("is configured by a paid plan or by choosing the cloud, and by neither being on Free", () =>
    rehearse(async (scene) => {
      const { owner, other } = await personas(scene);
      expect(await configured(scene, owner)).toBe(false);
      await scene.as(owner)((sql) => sql`select app.change_plan(${PRO})`);
      expect(await configured(scene, owner)).toBe(true);

      await scene.as(other)(
        (sql) => sql`
          insert into public.preferences (user_id, preferred_storage) values (${other.sub}, 'local')
        `,
      );
      expect(await configured(scene, other)).toBe(false);
      await scene.as(other)((sql) => sql`update public.preferences set preferred_storage = 's3'`);
      expect(await configured(scene, other)).toBe(true);
    }));

  it("has no room on Free, and on a paid plan exactly the plan's", () =>
    rehearse(async (scene) => {
      const { owner } = await personas(scene);
      const assertRoom = (bytes: number, diskFree: number | null = null) =>
        scene.asService((sql) =>
          sql.savepoint(
            (inner) => inner`select app.assert_room(${owner.sub}, ${bytes}, ${diskFree})`,
          ),
        );
      await expect(assertRoom(1)).rejects.toThrow("Storage is not set up.");
      await scene.as(owner)((sql) => sql`select app.change_plan(${PRO})`);
      await scene.asService(
        (sql) => sql`update public.storage_usage set used_bytes = 100 where user_id = ${owner.sub}`,
      );
      const room = 100 * 2 ** 30 - 100;
      await assertRoom(room);
      await expect(assertRoom(room + 1)).rejects.toThrow("Your storage is full.");
      await expect(assertRoom(11, 10)).rejects.toThrow("This server has no room left.");
    }));
});

async function subscription(scene: Scene, { sub }: Person) {
  const [row] = await scene.asService(
    (sql) => sql`select * from public.subscriptions where user_id = ${sub}`,
  );
  if (!row) throw new Error("no subscription");
  return row;
}

function writes(table: (typeof tables)[number], { sub }: Caller) {
  type Write = Parameters<ReturnType<Scene["as"]>>[0];
  const columns = { subscriptions: "plan_id", storage_usage: "used_bytes" };
  const insert: Write = (sql) => sql`insert into ${sql(table)} (user_id) values (${sub ?? null})`;
  const update: Write = (sql) =>
    sql`update ${sql(table)} set ${sql(columns[table])} = ${sql(columns[table])}`;
  const remove: Write = (sql) => sql`delete from ${sql(table)}`;
  return [insert, update, remove];
}
