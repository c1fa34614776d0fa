import { expect, test } from "vitest";
import { newAccount } from "#tests/support/accounts.ts";
import { testDatabase } from "#tests/support/database.ts";

const database = await testDatabase();

test.each([
  ["7days", 6],
  ["30days", 29],
  ["90days", 89],
  ["year", 364],
])("%s begin so many days before today, which is among them", async (period, days) => {
  const [row] = await database.pool`
    select extract(day from date_trunc('day', now(), 'UTC') - app.period_begins(${period}, 'UTC'))::int
        as days
  `;
  expect(row).toEqual({ days });
});

test("a length falls into the stretch that begins with it", () =>
  database.rehearse(({ asService }) =>
    asService(async (sql) => {
      for (const seconds of [59.99, 60, 299.99, 300, 899.99, 900, 1799.99, 1800, 3599.99, 3600])
        await sql`select private.measure_duration('2020-01-01', ${seconds}, 1)`;
      const [sums] = await sql`
        select sum(under_1_minute)::int as one, sum(under_5_minutes)::int as five,
               sum(under_15_minutes)::int as fifteen, sum(under_30_minutes)::int as thirty,
               sum(under_60_minutes)::int as sixty, sum(longer)::int as longer
          from private.upload_measures where begins_at = '2020-01-01'
      `;
      expect(sums).toEqual({ one: 1, five: 2, fifteen: 2, thirty: 2, sixty: 2, longer: 1 });
    }),
  ));

test("a visit is over after a quarter of an hour without a sign of life", async () => {
  const { id } = await newAccount(database);
  await database.rehearse(({ asService }) =>
    asService(async (sql) => {
      const seen = async (minute: number) => {
        await sql`
          update public.users set last_active_at = '2026-01-01 12:00Z'::timestamptz
                 + make_interval(mins => ${minute}) where id = ${id}
        `;
        const [visit] = await sql<{ minutes: number }[]>`
          select extract(epoch from last_seen_at - began_at)::int / 60 as minutes
            from private.visits where user_id = ${id}
        `;
        return visit?.minutes;
      };
      expect([await seen(0), await seen(14), await seen(28), await seen(44)]).toEqual([
        0, 14, 28, 0,
      ]);
    }),
  );
});
