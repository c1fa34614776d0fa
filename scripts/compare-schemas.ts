/**
 * Compares what the 61 former migrations and those that replace them make of an empty database, down to bodies,
 * grants and seed rows. Kept until the squash has landed: `bun scripts/compare-schemas.ts`.
 */
import { cpSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { FORMER_MIGRATIONS, REPLACED_ON } from "#api/platform/former-migrations.ts";
import { migrate } from "#api/platform/migrate.ts";
import { temporaryPostgres } from "#tests/support/temporary-postgres.ts";

const OURS = "n.nspname in ('public', 'private', 'app')";

/** Each gives one line of text for each thing. Grants are listed as they work, not as they were written. */
const CATALOGUE = [
  `select 'schema ' || n.nspname || ' ' || coalesce(obj_description(n.oid, 'pg_namespace'), '') || ' of ' || pg_get_userbyid(nspowner)
     || coalesce((select string_agg(a::text, ' ' order by a::text) from aclexplode(nspacl) a), '')
     from pg_namespace n where ${OURS} or nspname in ('extensions', 'realtime')`,
  `select format('table %s %s %s persistence=%s rls=%s force=%s options=%s of %s %s', n.nspname, c.relname, c.relkind, relpersistence,
            relrowsecurity, relforcerowsecurity, reloptions, pg_get_userbyid(relowner), obj_description(c.oid, 'pg_class'))
     from pg_class c join pg_namespace n on n.oid = relnamespace where ${OURS}`,
  `select format('grant on %s.%s to %s: %s %s by %s', n.nspname, c.relname, coalesce(nullif(a.grantee, 0)::regrole::text, 'public'),
            a.privilege_type, a.is_grantable, a.grantor::regrole)
     from pg_class c join pg_namespace n on n.oid = relnamespace,
          aclexplode(coalesce(relacl, acldefault('r', relowner))) a where (${OURS}) and relkind in ('r', 'S')`,
  `select format('column grant on %s.%s.%s to %s: %s', n.nspname, c.relname, t.attname, a.grantee::regrole, a.privilege_type)
     from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute t on t.attrelid = c.oid,
          aclexplode(t.attacl) a where (${OURS})`,
  `select format('column %s.%s %s: %s %s not null=%s identity=%s generated=%s default=%s collation=%s storage=%s %s', n.nspname, c.relname,
            row_number() over (partition by c.oid order by attnum), attname, format_type(atttypid, atttypmod), attnotnull,
            attidentity, attgenerated, pg_get_expr(d.adbin, d.adrelid), attcollation::regcollation, attstorage,
            col_description(c.oid, attnum))
     from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute on attrelid = c.oid
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = attnum
    where (${OURS}) and relkind in ('r', 'v', 'm', 'c') and attnum > 0 and not attisdropped`,
  `select format('constraint %s.%s on %s: %s validated=%s', n.nspname, conname, conrelid::regclass, pg_get_constraintdef(k.oid), convalidated)
     from pg_constraint k join pg_namespace n on n.oid = connamespace where ${OURS}`,
  `select format('index %s clustered=%s', pg_get_indexdef(indexrelid), indisclustered)
     from pg_index i join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = relnamespace where ${OURS}`,
  `select format('statistics %s', pg_get_statisticsobjdef(s.oid)) from pg_statistic_ext s join pg_namespace n on n.oid = stxnamespace where ${OURS}`,
  `select format('function %s of %s %s', pg_get_functiondef(p.oid), pg_get_userbyid(proowner), obj_description(p.oid, 'pg_proc'))
     from pg_proc p join pg_namespace n on n.oid = pronamespace where ${OURS}`,
  `select format('execute %s to %s', p.oid::regprocedure, coalesce(nullif(a.grantee, 0)::regrole::text, 'public'))
     from pg_proc p join pg_namespace n on n.oid = pronamespace, aclexplode(coalesce(proacl, acldefault('f', proowner))) a where ${OURS}`,
  `select format('policy %I on %s %s %s to %s using %s check %s', polname, polrelid::regclass, polcmd, polpermissive,
            (select string_agg(r::regrole::text, ',' order by r::regrole::text) from unnest(polroles) r),
            pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy`,
  `select format('trigger %s enabled=%s', pg_get_triggerdef(t.oid), tgenabled) from pg_trigger t join pg_class c on c.oid = tgrelid
     join pg_namespace n on n.oid = relnamespace where not tgisinternal and (${OURS} or n.nspname = 'realtime')`,
  `select format('type %s.%s %s base=%s default=%s', n.nspname, typname, typtype, typbasetype::regtype, typdefault)
     from pg_type join pg_namespace n on n.oid = typnamespace where (${OURS}) and typtype <> 'c' and typelem = 0`,
  `select format('collation %s.%s %s %s %s', n.nspname, collname, collprovider, colllocale, collisdeterministic)
     from pg_collation join pg_namespace n on n.oid = collnamespace where ${OURS}`,
  `select format('sequence %s', row_to_json(s)) from (select schemaname, sequencename, data_type, start_value, increment_by, cycle, last_value from pg_sequences) s`,
  "select format('extension %s in %s', extname, extnamespace::regnamespace) from pg_extension",
  "select format('publication %s', row_to_json(p)) from pg_publication_tables p",
  "select format('role %s %s', rolname, (select setconfig from pg_db_role_setting where setrole = r.oid)) from pg_roles r",
  "select format('default rights %s', row_to_json(d)) from pg_default_acl d",
  "select format('event trigger %s', evtname) from pg_event_trigger",
];

async function describeSchema(folder: string): Promise<string> {
  const server = await temporaryPostgres();
  const sql = postgres(server.url(), { max: 1, onnotice: () => {} });
  try {
    await migrate(server.url(), folder);
    const lines: string[] = [];
    for (const query of CATALOGUE)
      for (const [line] of await sql.unsafe(query).values()) lines.push(String(line));
    const tables = await sql`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'private', 'app')`;
    for (const { name } of tables)
      for (const { row } of await sql.unsafe(
        `select to_jsonb(t) - 'view_salt' as row from ${name} t`,
      ))
        lines.push(`row of ${name}: ${JSON.stringify(row)}`);
    return `${lines.sort().join("\n")}\n`;
  } finally {
    await sql.end();
    await server.stop();
  }
}

/** The last commit that has the former ones. */
const FORMER = "7cdf50ab";
const MIGRATIONS = "supabase/migrations";

function formerFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "former-"));
  const { stdout } = Bun.spawnSync(["git", "archive", FORMER, MIGRATIONS]);
  Bun.spawnSync(["tar", "-x", "-C", folder], { stdin: stdout });
  return join(folder, MIGRATIONS);
}

function presentFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "present-"));
  for (const file of readdirSync(MIGRATIONS))
    if (file.startsWith(REPLACED_ON)) cpSync(join(MIGRATIONS, file), join(folder, file));
  return folder;
}

const folders = { former: formerFolder(), present: presentFolder() };
if (readdirSync(folders.former).length !== FORMER_MIGRATIONS.length)
  throw new Error(`${FORMER} has other migrations than those that are listed.`);
const former = await describeSchema(folders.former);
const present = await describeSchema(folders.present);
for (const [name, dump] of Object.entries({ former, present }))
  writeFileSync(join(tmpdir(), `${name}.dump`), dump);
console.log(
  former === present
    ? "Both make the same."
    : `They differ: diff ${tmpdir()}/former.dump ${tmpdir()}/present.dump`,
);
process.exit(former === present ? 0 : 1);
