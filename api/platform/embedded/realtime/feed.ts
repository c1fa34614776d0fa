import type postgres from "postgres";
import type { Report } from "#api/platform/report.ts";

/** A row that `realtime.send()` made. */
export interface Announcement {
  id: string;
  topic: string;
  event: string;
  /** JSON, as Postgres writes it. */
  payload: string;
}

export type Feed = Awaited<ReturnType<typeof startFeed>>;

const NOTIFICATIONS = "embedded_realtime";
const PING = "ping ";

/** Delivers everything announced from now on, in the order of the commits. */
export async function startFeed(
  pool: postgres.Sql,
  deliver: (announcement: Announcement) => void,
  report: Report,
  { patience = 2000 } = {},
) {
  const reader = await createReader(pool, deliver, report);
  const pings = new Map<string, () => void>();
  const listening = await pool.listen(
    NOTIFICATIONS,
    (text) => {
      if (text.startsWith(PING)) pings.get(text)?.();
      else reader.announced(text);
    },
    () => void reader.catchUp(), // listening begins, or begins again after the connection was lost
  );
  return {
    /** Delivers all announcements whose notification was lost. Each announcement is delivered once. */
    catchUp: reader.catchUp,
    /** Throws when notifications do not arrive. */
    async check() {
      const ping = PING + crypto.randomUUID();
      const heard = new Promise<boolean>((resolve) => pings.set(ping, () => resolve(true)));
      await pool`select pg_notify(${NOTIFICATIONS}, ${ping})`;
      const isHeard = await Promise.race([heard, Bun.sleep(patience).then(() => false)]);
      pings.delete(ping);
      if (!isHeard) throw new Error("does not hear what the database announces");
    },
    async stop() {
      await listening.unlisten();
      await reader.done(); // the pool may be ended next
    },
  };
}

/** Reads what was announced, one batch after the other so that nothing overtakes. */
async function createReader(
  pool: postgres.Sql,
  deliver: (announcement: Announcement) => void,
  report: Report,
) {
  // Announcements from before this moment are no news.
  let caughtUpAt = await databaseTime(pool);
  const old = await announcementsSince(pool, caughtUpAt);
  const delivered = new Map(old.map(({ id }) => [id, Date.now()]));
  let waiting: string[] = [];
  let work = Promise.resolve();

  const next = (step: () => Promise<void>): Promise<void> => {
    work = work.then(step).catch((error: unknown) => {
      report("realtime: announcements could not be read", error); // the next catch-up reads them
    });
    return work;
  };

  function deliverOnce(rows: readonly Announcement[]) {
    for (const row of rows) {
      if (delivered.has(row.id)) continue;
      delivered.set(row.id, Date.now());
      deliver(row);
    }
  }

  return {
    announced(id: string) {
      waiting.push(id);
      if (waiting.length > 1) return; // a step is on its way and takes this one along
      void next(async () => {
        const ids = waiting;
        waiting = [];
        deliverOnce(await announcements(pool, ids));
      });
    },
    catchUp: () =>
      next(async () => {
        const now = await databaseTime(pool);
        deliverOnce(await announcementsSince(pool, caughtUpAt));
        caughtUpAt = now;
        forget(delivered);
      }),
    done: () => work,
  };
}

/** The next catch-up looks back two minutes: announcements that it could meet again are remembered. */
function forget(delivered: Map<string, number>): void {
  const before = Date.now() - 5 * 60_000;
  for (const [id, at] of delivered) if (at < before) delivered.delete(id);
}

/** Notifications come in the order of the commits, so the announcements keep the order of the notifications. */
function announcements(pool: postgres.Sql, ids: string[]): Promise<Announcement[]> {
  return pool<Announcement[]>`
    select m.id, m.topic, m.event, m.payload::text as payload
      from unnest(${ids}::uuid[]) with ordinality as told (id, place)
      join realtime.messages m using (id)
     where m.private
     order by told.place
  `;
}

/** A row carries the time its transaction began, which may be long before the commit that shows it. */
function announcementsSince(pool: postgres.Sql, time: string): Promise<Announcement[]> {
  return pool<Announcement[]>`
    select id, topic, event, payload::text as payload
      from realtime.messages
     where private and event is not null and inserted_at > ${time}::timestamp - interval '2 minutes'
     order by inserted_at
  `;
}

async function databaseTime(pool: postgres.Sql): Promise<string> {
  const [row] = await pool<{ now: string }[]>`select (now() at time zone 'utc')::text as now`;
  return row?.now ?? "-infinity";
}
