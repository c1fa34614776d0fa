import { hostname } from "node:os";
import postgres from "postgres";
import { isDatabaseLost } from "./database-lost.ts";
import { StartError } from "./start-error.ts";

/** Two numbers, as an advisory lock takes them: "kino", "disk". */
const LOCK = [0x6b696e6f, 0x6469736b] as const;
/** Postgres notices so late that a killed server's connection is over. */
const PATIENCE_MS = 5000;
const PAUSE_MS = 250;

/** Another server would take what lies on this one's disk for lost, and remove its rows. */
export const ITS_DISK =
  "Recordings lie on the disk of the one that saved them, so a second would miss them: give all of them one bucket (S3_BUCKET).";
/** A key of its own makes the sessions of one server nothing to another. */
export const ITS_KEY =
  "Without SIGNING_KEY each signs with a key of its own, so a second would know nobody: give all of them what DATA_DIR/signing-key.json of the first one holds.";
const SHARED =
  "It keeps recordings on its disk or has no SIGNING_KEY, so it shares the database with nobody.";

/**
 * Makes this the only server on a database, for this reason, or without one a server among others. The lock is a
 * session's, so it goes with the process.
 */
export async function claimDatabase(url: string, dataDir: string, why: string | undefined) {
  /** Resolves with the reason when a server that does not share it has the database now. */
  const lost = Promise.withResolvers<Error>();
  const isShared = why === undefined;
  let state: "claiming" | "held" | "broken" | "released" = "claiming";
  const sql = postgres(url, {
    ...{ max: 1, idle_timeout: 0, max_lifetime: null, connect_timeout: 5, fetch_types: false },
    ...{ onnotice: () => {}, onclose: () => void holdAgain(), backoff: () => 0.25 },
    // The connection of a server whose machine is gone must not live for hours.
    connection: { application_name: nameOf(dataDir), tcp_keepalives_idle: 10 },
  });

  /** The lock went with its connection: takes it again on the next. */
  async function holdAgain(): Promise<void> {
    if (state !== "held") return;
    state = "broken";
    while (state === "broken") {
      try {
        const other = await take(sql, isShared);
        if (other !== undefined) return lost.resolve(new Error(wordsFor(other, why)));
        if (state === "broken") state = "held";
      } catch (error) {
        if (!isDatabaseLost(error)) return lost.resolve(error as Error); // whatever the driver throws is one
        await Bun.sleep(PAUSE_MS);
      }
    }
  }

  const release = async () => {
    state = "released";
    await sql.end({ timeout: 1 });
  };
  try {
    const other = await take(sql, isShared);
    if (other !== undefined) throw new StartError(`DATABASE_URL: ${wordsFor(other, why)}`);
    state = "held";
  } catch (error) {
    await release();
    throw error;
  }
  return { lost: lost.promise, release };
}

/** Undefined when the lock is ours, else the name of its holder, or of one of those who share it. */
async function take(sql: postgres.Sql, isShared: boolean): Promise<string | undefined> {
  const end = performance.now() + PATIENCE_MS;
  const trying = sql(isShared ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock");
  for (;;) {
    const [row] = await sql<{ ours: boolean; holder: string | null }[]>`
      select ${trying}(${LOCK[0]}::int, ${LOCK[1]}::int) as ours, (
        select application_name from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and granted
           and classid::bigint = ${LOCK[0]} and objid::bigint = ${LOCK[1]}
           and database = (select oid from pg_database where datname = current_database())
         limit 1
      ) as holder
    `;
    if (row?.ours) return undefined;
    if (performance.now() >= end) return row?.holder ?? "unknown";
    await Bun.sleep(PAUSE_MS);
  }
}

const wordsFor = (holder: string, why = SHARED) =>
  `another Kinora serves this database already (${holder}). ${why} ` +
  "Stop that one first, or give this one a database of its own.";

/** Postgres keeps 63 bytes of it, and of those what is ASCII. */
function nameOf(dataDir: string): string {
  const name = `kinora ${hostname()}:${dataDir}`;
  return name.length <= 63 ? name : `kinora ...${dataDir.slice(-52)}`;
}
