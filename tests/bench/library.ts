import type { Bench } from "./bench.ts";
import { perSecond, type Served, serve, serveBare } from "./served.ts";

const OWN = 10_000;
const MANY = 1_000_000;
const FOLDERS = 500;
/** The server works on so many calls of one account at once; more would measure how the others wait. */
const AT_ONCE = 4;

export const libraryPage: Bench = {
  work: "GET /api/recordings, 10 of 10,000 in 500 folders",
  unit: "req/s",
  goal: { atLeast: 0.9 },
  rounds: 5,
  async prepare() {
    const served = await serve();
    await fill(served, OWN);
    const bare = await serveBare(
      "bare-library.ts",
      served.databaseUrl,
      served.userId,
      served.sessionId,
    );
    return {
      ours: () => perSecond(() => firstPage(served.origin, served.token), AT_ONCE, 3),
      baseline: () => perSecond(() => firstPage(bare.origin, served.token), AT_ONCE, 3),
      async close() {
        await bare.close();
        await served.close();
      },
    };
  },
};

export const libraryAmongMany: Bench = {
  work: "the same among 1,000,000 recordings, against among 10,000",
  unit: "ms",
  goal: { atMost: 1.2 },
  rounds: 5,
  async prepare() {
    const [many, few] = await Promise.all([serve(), serve()]);
    await fill(few, OWN);
    await fill(many, MANY);
    return {
      ours: () => milliseconds(many),
      baseline: () => milliseconds(few),
      async close() {
        await Promise.all([many.close(), few.close()]);
      },
    };
  },
};

async function milliseconds({ origin, token }: Served) {
  return 1000 / (await perSecond(() => firstPage(origin, token), 1, 2));
}

async function firstPage(origin: string, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${origin}/api/recordings?limit=10`, { headers });
  const { recordings } = await response.json();
  if (recordings.length !== 10) throw new Error(`${recordings.length} recordings instead of 10`);
}

/** Ours first, the rest in a hundred libraries of others. Without triggers: nobody is to be told. */
async function fill({ superuser: sql, userId }: Served, total: number) {
  await sql`set session_replication_role = replica`;
  await sql`
    insert into public.users (username, email)
    select 'Other ' || n, 'other-' || n || '@example.com' from generate_series(1, 100) n`;
  await sql`
    insert into public.recordings (owner_id, filename, original_filename, size, duration, status, created_at)
    select case when n <= ${OWN} then ${userId}::uuid else others.ids[1 + n % 100] end,
           'Recording ' || n, 'recording.webm', 1000 + n % 5000, n % 600, 'ready', now() - n * interval '1 minute'
    from generate_series(1, ${total}::int) n,
         (select array_agg(id) as ids from public.users where id <> ${userId}) others`;
  await sql`
    insert into public.folders (owner_id, name)
    select ${userId}, 'Folder ' || n from generate_series(1, ${FOLDERS}::int) n`;
  await sql`
    update public.recordings r set folder_id = f.ids[1 + substr(r.filename, 11)::int % ${FOLDERS}]
      from (select array_agg(id) as ids from public.folders where owner_id = ${userId}) f
     where r.owner_id = ${userId}`;
  await sql`update public.storage_usage set recording_count = ${OWN} where user_id = ${userId}`;
  await sql`set session_replication_role = origin`;
  await sql`vacuum analyze public.recordings`;
}
