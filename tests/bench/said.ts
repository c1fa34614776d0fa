import type postgres from "postgres";
import type { Bench } from "./bench.ts";
import { type Served, serve } from "./served.ts";

const RECORDINGS = 10_000;
/** Stretches of a recording, of five minutes each, as they are kept. */
const STRETCHES = 12;
/** Different talks, shared by all recordings: it takes long to make them. */
const TALKS = 240;

/** Beginnings of words are found as well: `topic420` is one word of twenty recordings, `word3` stands for 1111. */
const searches: [words: string, isRight: (total: number) => boolean][] = [
  ["topic420", (total) => total === 20],
  ["word3", (total) => total > RECORDINGS * 0.9],
  ["word40 word70 word90", (total) => total > 100],
];

export const searchSaid: Bench = {
  work: "search what was said: 10,000 recordings with an hour of speech, p95 of the slowest of three",
  unit: "ms",
  goal: { atMost: 400 },
  rounds: 5,
  async prepare() {
    const served = await serve();

    await speak(served);
    return {
      async ours() {
        const slow: number[] = [];
        for (const [words, isRight] of searches)
          slow.push(await slowOnes(() => search(served, words, isRight)));
        return Math.max(...slow);
      },
      close: () => served.close(),
    };
  },
};

const ASKED = 20;

/** Milliseconds within which nineteen of twenty answers come. */
async function slowOnes(ask: () => Promise<unknown>) {
  const times: number[] = [];
  for (let n = 0; n < ASKED; n++) {
    const begun = performance.now();
    await ask();
    times.push(performance.now() - begun);
  }
  return times.toSorted((one, other) => one - other)[Math.ceil(ASKED * 0.95) - 1] ?? Number.NaN;
}

async function search(
  { origin, token }: Served,
  words: string,
  isRight: (total: number) => boolean,
) {
  const headers = { Authorization: `Bearer ${token}` };
  const address = `${origin}/api/recordings?limit=10&search=${encodeURIComponent(words)}`;
  const { recordings, total } = await (await fetch(address, { headers })).json();
  const silent = recordings.filter(({ matches }: { matches: [] }) => matches.length === 0);
  if (!isRight(total) || recordings.length !== 10 || silent.length > 0)
    throw new Error(`${words}: ${total} found, ${silent.length} of a page without a moment`);
}

/** 90 million words. Without triggers, and the index after the rows, so that it takes a minute or two. */
async function speak({ superuser: sql, userId }: Served) {
  await sql`set session_replication_role = replica`;
  await sql`select setseed(0.5)`;
  await sql`
    insert into public.recordings (owner_id, filename, original_filename, duration, status, created_at)
    select ${userId}, 'Recording ' || n, 'recording.webm', 3600, 'ready', now() - n * interval '1 minute'
      from generate_series(1, ${RECORDINGS}::int) n`;
  await sql`
    insert into public.subtitles (recording_id, language, status)
    select id, 'en', 'ready' from public.recordings`;
  await sql`
    create temporary table talk as
    select n, jsonb_agg(jsonb_build_array(cue.at, cue.text) order by cue.at) as lines,
           private.as_said('en', string_agg(cue.text, ' ' order by cue.at))
             || private.whose(${userId})::tsvector as said
      from (select n, at, string_agg('word' || floor(3000 ^ random())::int, ' ') as text
              from generate_series(1, ${TALKS}::int) n, generate_series(0, 296, 4) at,
                   generate_series(1, 10) word
             group by n, at) cue
     group by n`;
  await withoutIndex(
    sql,
    () => sql`
      insert into private.passages
        (subtitle_id, position, recording_id, owner_id, language, lines, said)
      select s.id, stretch, s.recording_id, ${userId}, 'en',
             case when stretch = 0 then jsonb_build_array(jsonb_build_array(0, topic.word)) || talk.lines
                  else talk.lines end,
             case when stretch = 0 then (topic.word || ':1')::tsvector || talk.said else talk.said end
        from (select id, recording_id, row_number() over () as n from public.subtitles) s
       cross join generate_series(0, ${STRETCHES - 1}::int) stretch
        join talk on talk.n = 1 + (s.n * 7 + stretch * 31) % ${TALKS}
       cross join lateral (select 'topic' || s.n % 500 as word) topic`,
  );
  await sql`set session_replication_role = origin`;
  await sql`update public.storage_usage set recording_count = ${RECORDINGS} where user_id = ${userId}`;
  await sql`vacuum analyze public.recordings`;
  await sql`vacuum analyze private.passages`;
}

async function withoutIndex(sql: postgres.Sql, fill: () => Promise<unknown>) {
  const [index] = await sql<{ indexdef: string }[]>`
    select indexdef from pg_indexes where indexname = 'passages_said'`;
  if (!index) throw new Error("there is no such index");
  await sql`drop index private.passages_said`;
  await fill();
  await sql.unsafe(index.indexdef);
}
