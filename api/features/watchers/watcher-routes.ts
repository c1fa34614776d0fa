import { requireOwn } from "#api/access/own-recording.ts";
import { one } from "#api/http/errors.ts";
import type { Parts } from "#api/parts.ts";
import type { Db } from "#api/platform/database.ts";
import { recordingTopic } from "#contract/events.ts";
import { listWatchersCall, type Watcher, watchCall } from "#contract/watchers.ts";

export function serveWatchers({ serve, realtime }: Parts): void {
  serve(listWatchersCall, async ({ db, params, query }) => ({
    watchers: await listWatchers(db, params.id, query.keys),
    count: await realtime.count(recordingTopic(params.id)),
  }));
  serve(
    watchCall,
    async ({ db, params }) =>
      one(
        await db`select key from app.watch(${params.id}) as key where key is not null`,
        "Recording not found",
      ),
    { limit: { name: "watch:account", capacity: 300, period: 600 } }, // each leaves a row for a day
  );
}

const WORDS = "You may watch this recording; who else does is its owner's business.";

const listWatchers = (db: Db, recordingId: string, keys: string[]) =>
  db(async (sql) => {
    const [, watchers] = await Promise.all([
      requireOwn(sql, recordingId, WORDS),
      sql<Watcher[]>`select * from app.watchers(${recordingId}, ${keys}::uuid[])`,
    ]);
    return watchers;
  });
