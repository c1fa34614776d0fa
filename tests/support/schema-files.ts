import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type postgres from "postgres";

const MIGRATIONS = join(import.meta.dirname, "../../supabase/migrations");
/** The folder in which the statements are written. */
export const SCHEMA = join(MIGRATIONS, "../schema");

const OURS = "n.nspname in ('public', 'private', 'app')";

const POLICIES = `
  string_agg(format('create policy %I on %s.%s%s for %s to %s%s%s;', polname, n.nspname, relname,
    case when not polpermissive then ' as restrictive' end,
    case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    (select string_agg(r::regrole::text, ', ' order by r::regrole::text) from unnest(polroles) r),
    E'\\n  using (' || pg_get_expr(polqual, polrelid) || ')',
    E'\\n  with check (' || pg_get_expr(polwithcheck, polrelid) || ')'), E'\\n' order by polname)`;

/** The statements that list each object by its name, with all that belongs to it. */
const objects = {
  type: `
    select format('%s.%s', n.nspname, typname) as name,
           case typtype
             when 'e' then format(E'create type %s.%s as enum (%s);', n.nspname, typname,
               (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
             when 'd' then format('create domain %s.%s as %s%s;', n.nspname, typname, format_type(typbasetype, typtypmod),
               (select string_agg(' ' || pg_get_constraintdef(oid), '' order by conname) from pg_constraint where contypid = t.oid))
             else format(E'create type %s.%s as (\\n%s\\n);', n.nspname, typname,
               (select string_agg(format('  %I %s', attname, format_type(atttypid, atttypmod)), E',\\n' order by attnum)
                  from pg_attribute where attrelid = typrelid and attnum > 0 and not attisdropped))
           end as text
      from pg_type t join pg_namespace n on n.oid = typnamespace
     where ${OURS} and (typtype in ('e', 'd')
        or typtype = 'c' and (select relkind from pg_class where oid = typrelid) = 'c')`,
  table: `
    select format('%s.%s', n.nspname, relname) as name, concat_ws(E'\\n',
      format(E'create%s table %s.%s (\\n%s\\n);', case relpersistence when 'u' then ' unlogged' else '' end, n.nspname, relname, concat_ws(E',\\n',
        (select string_agg(format('  %I %s%s%s%s', attname, format_type(atttypid, atttypmod),
             case when attcollation <> 0 and attcollation <> (select typcollation from pg_type where oid = atttypid)
               then ' collate ' || attcollation::regcollation else '' end,
             case when attidentity <> '' then ' generated always as identity'
               when attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(adbin, adrelid))
               when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid) else '' end,
             case when attnotnull then ' not null' else '' end), E',\\n' order by attnum)
           from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
          where attrelid = c.oid and attnum > 0 and not attisdropped),
        (select string_agg(format('  constraint %I %s', conname, pg_get_constraintdef(oid)), E',\\n' order by contype <> 'p', conname)
           from pg_constraint where conrelid = c.oid and contype <> 'n'))),
      (select string_agg(pg_get_indexdef(indexrelid) || ';', E'\\n' order by indexrelid::regclass::text)
         from pg_index where indrelid = c.oid and not exists (select from pg_constraint where conindid = indexrelid and conrelid = c.oid)),
      (select string_agg(pg_get_statisticsobjdef(oid) || ';', E'\\n' order by stxname) from pg_statistic_ext where stxrelid = c.oid),
      case when relrowsecurity then format('alter table %s.%s enable row level security;', n.nspname, relname) end,
      (select string_agg(format('grant %s on %s.%s to %s;', rights, n.nspname, relname, who), E'\\n' order by who) from (
         select a.grantee::regrole::text as who, string_agg(lower(privilege_type), ', ' order by privilege_type) as rights
           from aclexplode(relacl) a where grantee <> relowner and grantee <> 0 group by 1) g),
      (select string_agg(format('grant %s (%s) on %s.%s to %s;', act, columns, n.nspname, relname, who), E'\\n' order by who, act) from (
         select a.grantee::regrole::text as who, lower(privilege_type) as act, string_agg(quote_ident(attname), ', ' order by attname) as columns
           from pg_attribute, aclexplode(attacl) a where attrelid = c.oid group by 1, 2) g),
      (select ${POLICIES} from pg_policy where polrelid = c.oid),
      (select string_agg(pg_get_triggerdef(oid) || ';', E'\\n' order by tgname) from pg_trigger where tgrelid = c.oid and not tgisinternal)
    ) as text
      from pg_class c join pg_namespace n on n.oid = relnamespace where ${OURS} and relkind = 'r'`,
  view: `
    select format('%s.%s', n.nspname, relname) as name,
           format(E'create %s %s.%s as\\n%s', case relkind when 'm' then 'materialized view' else 'view' end, n.nspname, relname, pg_get_viewdef(c.oid)) as text
      from pg_class c join pg_namespace n on n.oid = relnamespace where ${OURS} and relkind in ('v', 'm')`,
  heard: `
    select format('%s.%s', n.nspname, relname) as name,
           ${POLICIES} as text
      from pg_policy p join pg_class c on c.oid = polrelid join pg_namespace n on n.oid = relnamespace
     where n.nspname = 'realtime' group by 1`,
  function: `
    select format('%s.%s', n.nspname, proname) as name,
           string_agg(concat_ws(E'\\n', rtrim(pg_get_functiondef(p.oid), E'\\n') || ';',
             (select string_agg(format('grant execute on function %s to %s;', p.oid::regprocedure, who), E'\\n' order by who)
                from (select coalesce(nullif(a.grantee, 0)::regrole::text, 'public') as who
                        from aclexplode(coalesce(proacl, acldefault('f', proowner))) a where a.grantee <> proowner) g)),
             E'\\n\\n' order by p.oid::regprocedure::text) as text
      from pg_proc p join pg_namespace n on n.oid = pronamespace
     where ${OURS} and prokind in ('f', 'p') group by 1`,
};

/** Supabase makes that table; whether somebody hears a topic is asked by policies of ours. */
const HEARD = { noun: "realtime", place: Number.POSITIVE_INFINITY };

/** The text of each file by its name: an object stands with the noun whose migration first made it. */
export async function schemaFiles(sql: postgres.Sql): Promise<Map<string, string>> {
  const order = firstMade();
  const found: { noun: string; place: number; text: string }[] = [];
  await sql.begin(async (tx) => {
    await tx`set local search_path = ''`; // all names are written whole
    for (const [kind, query] of Object.entries(objects))
      for (const { name, text } of await tx.unsafe<{ name: string; text: string }[]>(query)) {
        const made = kind === "heard" ? HEARD : order.get(`${kind} ${name}`);
        if (!made) throw new Error(`no migration makes ${kind} ${name}`);
        found.push({ ...made, text });
      }
  });
  const files = new Map<string, string>();
  for (const { noun, text } of found.sort((a, b) => a.place - b.place)) {
    const before =
      files.get(noun) ??
      "-- Written by `bun run schema` from the migrations: read it, and change those.\n";
    files.set(noun, `${before}\n${text}\n`);
  }
  return files;
}

const MAKES =
  /^create (?:or replace |unlogged |materialized )*(type|domain|table|view|function|procedure) (?:if not exists )?([\w.]+)/gim;

function firstMade(): Map<string, { noun: string; place: number }> {
  const made = new Map<string, { noun: string; place: number }>();
  for (const file of readdirSync(MIGRATIONS).sort()) {
    const noun = file.replace(/^\d+_|\.sql$/g, "");
    for (const [, kind = "", name = ""] of readFileSync(join(MIGRATIONS, file), "utf8").matchAll(
      MAKES,
    )) {
      const key = `${kind.replace("domain", "type").replace("procedure", "function")} ${name}`;
      if (!made.has(key)) made.set(key, { noun, place: made.size });
    }
  }
  return made;
}
