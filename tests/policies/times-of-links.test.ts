import { test } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { testDatabase } from "#tests/support/database.ts";
import { after, before, expectToHold, from, MINUTE, type Rule, SECOND } from "./ages.ts";
import type { Stage } from "./cast.ts";

const { rehearse } = await testDatabase();

const rules: Rule[] = [
  [
    "a link opens until its end",
    0,
    before,
    (sql, ago, set) => links(sql, set, "private.share_opens(made, other.id, null)", { ends: ago }),
  ],
  [
    "a proof is awaited until the end of its link",
    0,
    before,
    async (sql, ago, set) => {
      await sql`update private.credentials set email_verified = false, email_since = now()`;
      return links(sql, set, "private.awaits_proof(made, other.id)", { ends: ago, made: "1 day" });
    },
  ],
  [
    "an address counts for links that are no older than it",
    0,
    from,
    async (sql, ago, set) => {
      await sql`
        update private.credentials set email_verified = false, email_since = now() - ${ago}::interval`;
      return links(sql, set, "private.is_for(made, other.id)");
    },
  ],
  [
    "a visitor is counted again after half an hour",
    30 * MINUTE,
    after,
    async (sql, ago, { recording, id }) => views(sql, recording, id("owner"), ["me"], ago),
  ],
  [
    "eight visitors of a network are enough for half an hour",
    30 * MINUTE,
    from,
    async (sql, ago, { recording, id }) =>
      views(sql, recording, id("owner"), ["1", "2", "3", "4", "5", "6", "7", "8"], ago),
  ],
  [
    "seven are not",
    SECOND,
    ["sooner", ...from],
    async (sql, ago, { recording, id }) =>
      views(sql, recording, id("owner"), ["1", "2", "3", "4", "5", "6", "7"], ago),
  ],
  [
    "whoever stays is seen anew after five minutes",
    5 * MINUTE,
    after,
    async (sql, ago, { recording, id }) => {
      await views(sql, recording, id("owner"), ["me"], ago);
      return sql`select from private.share_views where viewed_at = now()`;
    },
  ],
];

/** A link for the address of `other`, where this is so. */
async function links(
  sql: Sql,
  { recording, id }: Stage,
  isSo: string,
  { ends = "-1 day", made = "0" } = {},
) {
  const [{ share = "" } = {}] = await sql<{ share: string }[]>`
    insert into public.shares
      (recording_id, owner_id, is_public, allowed_email, created_at, expires_at)
    values (${recording}, ${id("owner")}, false, 'OTHER@example.test',
            now() - ${made}::interval, now() - ${ends}::interval)
    returning id as share`;
  return sql`
    select from public.shares made, public.users other
     where made.id = ${share} and other.id = ${id("other")} and ${sql.unsafe(isSo)}`;
}

/** Rows where `me` is counted as another view, after these were seen so long ago. */
async function views(sql: Sql, recording: string, owner: string, seen: string[], ago: string) {
  const [link] = await sql<{ id: string }[]>`
    insert into public.shares (recording_id, owner_id) values (${recording}, ${owner}) returning id`;
  const claims = JSON.stringify({ role: "anon", share: link?.id });
  await sql`select set_config('request.jwt.claims', ${claims}, true)`;
  for (const viewer of seen) await sql`select app.count_view(${viewer}, 'one network')`;
  await sql`update private.share_views set viewed_at = now() - ${ago}::interval`;
  await sql`select app.count_view('me', 'one network')`;
  return sql`select from public.shares where id = ${link?.id ?? ""} and view_count > ${seen.length}`;
}

test("rules of time for links hold to the moment", () =>
  rehearse((rehearsal) => expectToHold(rehearsal, rules)));
