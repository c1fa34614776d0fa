import { requireOwn } from "#api/access/own-recording.ts";
import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Watcher, WatcherKey } from "#contract/watchers.ts";

const WORDS = "You may watch this recording; who else does is its owner's business.";

export const listWatchers = (db: Db, recordingId: string, keys: string[]) =>
  db(async (sql) => {
    const [, watchers] = await Promise.all([
      requireOwn(sql, recordingId, WORDS),
      sql<Watcher[]>`select * from app.watchers(${recordingId}, ${keys}::uuid[])`,
    ]);
    return watchers;
  });

export async function watch(db: Db, recordingId: string): Promise<WatcherKey> {
  const keys = await db(
    (sql) => sql<WatcherKey[]>`
      select key from app.watch(${recordingId}) as key where key is not null
    `,
  );
  return one(keys, "Recording not found");
}
