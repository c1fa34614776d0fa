import type postgres from "postgres";
import type { Report } from "#api/platform/report.ts";
import type { Crowd, Presence } from "./presence.ts";

export type Elsewhere = Awaited<ReturnType<typeof startElsewhere>>;

interface Options {
  pool: postgres.Sql;
  /** The name of this process. */
  process: string;
  presence: Pick<Presence, "here" | "setElsewhere">;
  /** How many listen to a topic here. */
  listeners(topic: string): number;
  report: Report;
}

const CHANNEL = "kinora_presence";
/** However many come and go, they are told of together, so often. */
const PAUSE_MS = 250;

/** Presence on the other processes of this database: theirs is brought here, and ours to them. */
export async function startElsewhere(options: Options) {
  const { pool, process, listeners, presence } = options;
  const followed = new Map<string, Promise<void>>();
  const ours = new Set<string>();
  let living = "";

  const read = async (topics: string[]) => {
    const crowds = await crowdsOf(options, topics);
    for (const topic of topics) presence.setElsewhere(topic, crowds.get(topic) ?? []);
  };
  const tell = calmly(options, (topics) => tellOthers(options, topics));
  const hear = calmly(options, (topics) => read(topics.filter((topic) => followed.has(topic))));
  const listening = await pool.listen(
    CHANNEL,
    (said) => {
      const [from = "", ...topic] = said.split(" ");
      if (from !== process) hear.soon([topic.join(" ")]);
    },
    () => {
      // A crash has emptied the table, and what was said while nobody listened is lost.
      tell.soon(ours);
      hear.soon(followed.keys());
    },
  );

  return {
    /** Brings those of a topic here, and all changes from now on, for as long as somebody listens. */
    follow(topic: string): Promise<void> {
      // Where it fails, who waits sees those who are here, and the others later.
      const reading = followed.get(topic) ?? read([topic]).catch(() => hear.soon([topic]));
      followed.set(topic, reading);
      return reading;
    },
    /** Somebody came or went here. */
    changed(topic: string) {
      if (presence.here(topic).count > 0) ours.add(topic);
      else ours.delete(topic);
      tell.soon([topic]);
    },
    /** Processes that have ended are found out, and topics that nobody listens to are let go of. */
    async look() {
      for (const topic of followed.keys()) {
        if (listeners(topic) > 0) continue;
        followed.delete(topic);
        presence.setElsewhere(topic, []);
      }
      const now = await livingProcesses(pool);
      if (now !== living) hear.soon(followed.keys());
      living = now;
    },
    async stop() {
      tell.stop();
      hear.stop();
      await listening.unlisten();
      await leave(options).catch(() => {}); // then it is found out
    },
  };
}

/** Topics that are worked on together, now and then; what fails is done again, as a database that is away comes back. */
function calmly({ report }: Options, work: (topics: string[]) => Promise<void>) {
  const due = new Set<string>();
  let state: "idle" | "busy" | "stopped" = "idle";
  const run = async () => {
    if (state !== "idle") return;
    state = "busy";
    while (state === "busy" && due.size > 0) {
      const topics = [...due];
      due.clear();
      await work(topics).catch((error: unknown) => {
        for (const topic of topics) due.add(topic);
        if (state === "busy") report("realtime: presence is not shared between processes", error);
      });
      await Bun.sleep(PAUSE_MS);
    }
    if (state === "busy") state = "idle";
  };
  return {
    soon(topics: Iterable<string>) {
      for (const topic of topics) due.add(topic);
      void run();
    },
    stop() {
      state = "stopped";
    },
  };
}

async function tellOthers({ pool, process, presence }: Options, topics: string[]): Promise<void> {
  const crowds = topics.map((topic) => presence.here(topic));
  const counts = crowds.map(({ count }) => count);
  const entries = crowds.map((crowd) => JSON.stringify(crowd.entries));
  await pool`
    with here as (
      select * from unnest(${topics}::text[], ${counts}::int[], ${entries}::text[])
        as here (topic, count, entries)
    ), gone as (
      delete from private.presences p using here
       where p.process = ${process} and p.topic = here.topic and here.count = 0
    ), come as (
      insert into private.presences (process, topic, count, entries)
      select ${process}, topic, count, entries from here where count > 0
      on conflict (process, topic) do update set count = excluded.count, entries = excluded.entries
    )
    select pg_notify(${CHANNEL}, ${process} || ' ' || topic) from here
  `;
}

/** By topic, of all other processes that live. */
async function crowdsOf({ pool, process }: Options, topics: string[]) {
  const rows = await pool<{ topic: string; count: number; entries: string }[]>`
    select topic, count, entries from private.presences p join private.processes on id = process
     where topic = any (${topics}) and process <> ${process}
       and seen_at > now() - interval '10 seconds'
  `;
  const crowds = rows.map(({ topic, count, entries }) => ({
    topic,
    count,
    entries: JSON.parse(entries) as Crowd["entries"], // another process of ours wrote it
  }));
  return Map.groupBy(crowds, ({ topic }) => topic);
}

async function livingProcesses(pool: postgres.Sql): Promise<string> {
  const rows = await pool<{ id: string }[]>`
    select id from private.processes where seen_at > now() - interval '10 seconds' order by id
  `;
  return rows.map(({ id }) => id).join();
}

async function leave({ pool, process }: Options): Promise<void> {
  await pool`
    with gone as (delete from private.presences where process = ${process} returning topic)
    select pg_notify(${CHANNEL}, ${process} || ' ' || topic) from gone
  `;
}
