/** `bun run carry`: copies the database that lies in DATA_DIR into the one of DATABASE_URL, once and whole. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";
import { readEnv } from "#api/env.ts";
import { claimDataDir } from "#api/platform/data-dir.ts";
import { alone } from "#api/platform/database.ts";
import { startPostgres } from "#api/platform/embedded/postgres.ts";
import { migrate } from "#api/platform/migrate.ts";
import { claimDatabase } from "#api/platform/sole-server.ts";

const WHY = "While it is filled, nobody may write to it.";
const NEXT =
  "Start Kinora with this DATABASE_URL and the same DATA_DIR. Without the latter, what its signing-key.json holds has to be SIGNING_KEY.";

try {
  const { DATABASE_URL, DATA_DIR } = readEnv();
  const home = resolve(DATA_DIR, "postgres");
  if (!DATABASE_URL) throw new Error("DATABASE_URL is missing: the database to fill.");
  if (!existsSync(join(home, "data"))) throw new Error(`DATA_DIR: no database lies in ${home}.`);
  console.log(await fill(DATABASE_URL, home));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function fill(url: string, home: string): Promise<string> {
  const dataDir = claimDataDir(join(home, "..")); // no server writes there meanwhile
  const here = await startPostgres(home);
  try {
    const there = await claimDatabase(url, dataDir.path, WHY);
    try {
      for (const each of [here.url(), url]) await migrate(each);
      const rows = await alone(here.url(), (from) => alone(url, (to) => copyAll(from, to)));
      return `${rows} rows are there now, and nothing was changed here. ${NEXT}`;
    } finally {
      await there.release();
    }
  } finally {
    await here.stop();
    dataDir.release();
  }
}

/** All or nothing. Both sides are migrated alike, so they have the same tables. */
function copyAll(from: postgres.Sql, to: postgres.Sql): Promise<number> {
  return to.begin(async (sql) => {
    const [somebody] = await sql`select from public.users limit 1`;
    if (somebody) throw new Error("DATABASE_URL: this database has accounts. Nothing was copied.");
    const tables = inOrder(await tablesIn(from));
    const names = tables.map(({ name }) => name);
    for (const name of names) await sql.unsafe(`alter table ${name} disable trigger user`);
    await sql.unsafe(`truncate ${names}`); // migrations fill some, plans for one
    let rows = 0;
    for (const { name, columns } of tables) {
      const copy = `copy ${name} (${columns})`;
      const source = await from.unsafe(`${copy} to stdout`).readable();
      await pipeline(source, await sql.unsafe(`${copy} from stdin`).writable());
      const arrived = await countIn(sql, name);
      if (arrived !== (await countIn(from, name)))
        throw new Error(`${name} did not arrive whole. Nothing was copied.`);
      rows += arrived;
    }
    await setSequences(from, sql);
    for (const name of names) await sql.unsafe(`alter table ${name} enable trigger user`);
    return rows;
  });
}

interface Table {
  name: string;
  columns: string;
  /** The other tables that its rows refer to. */
  needs: string[];
}

function tablesIn(sql: postgres.Sql): Promise<Table[]> {
  return sql<Table[]>`
  select format('%I.%I', n.nspname, c.relname) as name,
         (select string_agg(quote_ident(attname), ', ') from pg_attribute
           where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
         array(select format('%I.%I', rn.nspname, r.relname)
                 from pg_constraint k join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
                where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and n.nspname in ('public', 'private')
`;
}

/** Tables that others refer to come first. */
function inOrder(tables: Table[]): Table[] {
  const done = new Set<string>();
  const ready = () =>
    tables.filter(({ name, needs }) => !done.has(name) && needs.every((other) => done.has(other)));
  const order: Table[] = [];
  for (let next = ready(); next.length > 0; next = ready()) {
    order.push(...next);
    for (const { name } of next) done.add(name);
  }
  if (order.length < tables.length) throw new Error("Some tables refer to each other in a circle.");
  return order;
}

async function countIn(sql: postgres.ISql, table: string): Promise<number> {
  const [row] = await sql.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${table}`);
  return row?.rows ?? 0;
}

/** The next number of each sequence follows those that are taken. */
async function setSequences(from: postgres.Sql, to: postgres.ISql): Promise<void> {
  const sequences = await from<{ name: string; last: string | null }[]>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
      from pg_sequences where schemaname in ('public', 'private')
  `;
  for (const { name, last } of sequences)
    if (last) await to`select setval(${name}::regclass, ${last})`;
}
