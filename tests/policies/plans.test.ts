import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { personas } from "#tests/support/personas.ts";

const { rehearse } = await testDatabase();

describe("plans", () => {
  it("are seen by anyone, signed in or not", () =>
    rehearse(async (rehearsal) => {
      const { owner, admin, stranger } = await personas(rehearsal);
      for (const caller of [owner, admin, stranger]) {
        const plans = await rehearsal.as(caller)(
          (sql) => sql`select name, price_usd::float8 as price from public.plans order by position`,
        );
        expect(plans.map(({ name, price }) => [name, price])).toEqual([
          ["Free", 0],
          ["Starter", 5],
          ["Pro", 12],
          ["Premium", 29],
        ]);
      }
    }));

  it("are not seen by someone whose account is suspended", () =>
    rehearse(async (rehearsal) => {
      const { suspended } = await personas(rehearsal);
      await expect(
        rehearsal.as(suspended)((sql) => sql`select * from public.plans`),
      ).rejects.toThrow("This account is suspended.");
    }));

  it.each(["insert", "update", "delete"] as const)("refuse every %s, whoever asks", (act) =>
    rehearse(async (rehearsal) => {
      for (const caller of Object.values(await personas(rehearsal))) {
        await expect(
          rehearsal.as(caller)((sql) => {
            if (act === "insert")
              return sql`insert into public.plans (name, price_usd, storage_gb) values ('Mine', 0, 9)`;
            if (act === "update") return sql`update public.plans set price_usd = 0`;
            return sql`delete from public.plans`;
          }),
        ).rejects.toThrow(/permission denied|suspended/);
      }
    }),
  );
});
