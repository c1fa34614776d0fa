import { expect, test } from "vitest";
import { newAccount } from "#tests/support/accounts.ts";
import { testDatabase } from "#tests/support/database.ts";

const database = await testDatabase();
const admin = await newAccount(database, { role: "admin" });

/** Fourteen hours before the server's own clock: half of its day is another date. */
const ZONE = "Pacific/Kiritimati";

test.each([
  ["7days", 6],
  ["30days", 29],
  ["90days", 89],
  ["year", 364],
])("%s begin so many days before today, which is among them", async (period, days) => {
  for (const zone of ["UTC", ZONE]) {
    const [row] = await database.pool`
      select date_trunc('day', now(), ${zone}) - app.period_begins(${period}, ${zone})
             = make_interval(days => ${days}) as is_so
    `;
    expect(row, zone).toEqual({ is_so: true });
  }
});

test("days and months begin at midnight in the zone of the server", () =>
  database.rehearse(async ({ as, asService }) => {
    // 15 minutes before a day, a month and the period, and with them.
    const measured = (span: "day" | "month", ago: string) =>
      asService(
        (sql) => sql`
          with midnight as (
            select date_trunc(${span}, now(), ${ZONE}) - ${ago}::interval as at)
          insert into private.upload_measures (begins_at, whole)
          select at, 1 from midnight union all select at - interval '15 minutes', 2 from midnight
        `,
      );
    const forget = () => asService((sql) => sql`delete from private.upload_measures`);
    await measured("month", "0");
    const [habits] = await as(admin.caller)(
      (sql) => sql`
        select uploads_this_month as uploads from app.measured_habits('7days', ${ZONE}, 'UTC')`,
    );
    expect(habits).toEqual({ uploads: 1 });
    await forget();
    await measured("day", "0");
    await measured("day", "6 days");
    const days = await as(admin.caller)(
      (sql) => sql`
        select whole, date = to_char(now() at time zone ${ZONE}, 'YYYY-MM-DD') as is_today
          from app.measured_uploads('7days', ${ZONE})`,
    );
    expect(days.map(({ whole }) => whole)).toEqual([1, 0, 0, 0, 0, 2, 1]);
    expect(days.map(({ is_today }) => is_today)).toEqual([...Array(6).fill(false), true]);
  }));

test("answers are of the day they were given on in that zone", () =>
  database.rehearse(async ({ as, asService }) => {
    await asService(
      (sql) => sql`
        insert into private.answer_measures (begins_at, over_ms, up_to_ms, requests, failures)
        select date_trunc('day', now(), ${ZONE}) - interval '10 days' - before, 3, 5, requests, 0
          from (values (interval '0', 1), (interval '1 hour', 2)) given (before, requests)
      `,
    );
    const days = () =>
      as(admin.caller)(
        (sql) => sql`select date, requests from app.measured_answers('30days', ${ZONE})`,
      );
    const told = await days();
    expect(told.map(({ requests }) => requests)).toEqual([3, 2, 1]);
    expect(told[0]?.date).toBeNull();
  }));

test("what was measured is kept for thirteen months, and what was stored for ever", () =>
  database.rehearse(({ asService }) =>
    asService(async (sql) => {
      const both = sql`
        (select now() - interval '13 months' + age as at
           from unnest(array['1 day', '-1 day']::interval[]) age) moments`;
      await sql`
        insert into private.answer_measures (begins_at, requests, failures)
        select at, 1, 0 from ${both}`;
      await sql`
        insert into private.visit_measures (begins_at, visits, seconds, folded)
        select at, 1, 60, true from ${both}`;
      await sql`
        insert into private.upload_measures (begins_at, bytes, folded) select at, 1, true from ${both}`;
      await sql`select private.fold_measures()`;
      const [kept] = await sql`
        select (select count(*)::int from private.answer_measures) as answers,
               (select count(*)::int from private.visit_measures) as visits,
               (select sum(bytes)::int from private.upload_measures) as bytes`;
      expect(kept).toEqual({ answers: 1, visits: 1, bytes: 2 });
    }),
  ));

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
      expect([await seen(54), await seen(52)], "a sign of life that comes late").toEqual([10, 10]);
    }),
  );
});
