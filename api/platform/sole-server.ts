import { hostname } from "node:os";
import postgres from "postgres";
import { isDatabaseLost } from "./database-lost.ts";
import { StartError } from "./start-error.ts";

export interface SoleServer {
  /** Resolves with the reason when another server has the database now. */
  lost: Promise<Error>;
  release(): Promise<void>;
}

/** Two numbers, as an advisory lock takes them: "kino", "disk". */
const LOCK = [0x6b696e6f, 0x6469736b] as const;
/** Postgres notices so late that a killed server's connection is over. */
const PATIENCE_MS = 5000;
const PAUSE_MS = 250;

/** Another server would take what lies on this one's disk for lost, and remove its rows. */
export const ITS_DISK =
  "Recordings lie on the disk of the one that saved them, so a second would miss them.";
/** Sessions are signed and changes are announced by one process, until a key and a Realtime are shared. */
export const ITS_REALTIME =
  "Without SUPABASE_URL, sessions and news of one are nothing to another, so a second would not know whom it serves.";

/**
 * Makes this the only server on a database. The lock is a session's, so it goes with the process.
 */
export async function claimDatabase(
  url: string,
  dataDir: string,
  { patience = PATIENCE_MS, why = ITS_DISK } = {},
): Promise<SoleServer> {
  const lost = Promise.withResolvers<Error>();
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
        const other = await take(sql, patience);
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
    const other = await take(sql, patience);
    if (other !== undefined) throw new StartError(`DATABASE_URL: ${wordsFor(other, why)}`);
    state = "held";
  } catch (error) {
    await release();
    throw error;
  }
  return { lost: lost.promise, release };
}

/** Undefined when the lock is ours, else the name of its holder. */
async function take(sql: postgres.Sql, patience: number): Promise<string | undefined> {
  const end = performance.now() + patience;
  for (;;) {
    const [row] = await sql<{ ours: boolean; holder: string | null }[]>`
      select pg_try_advisory_lock(${LOCK[0]}::int, ${LOCK[1]}::int) as ours, (
        select application_name from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and granted
           and classid::bigint = ${LOCK[0]} and objid::bigint = ${LOCK[1]}
           and database = (select oid from pg_database where datname = current_database())
      ) as holder
    `;
    if (row?.ours) return undefined;
    if (performance.now() >= end) return row?.holder ?? "unknown";
    await Bun.sleep(PAUSE_MS);
  }
}

const wordsFor = (holder: string, why: string) =>
  `another Kinora serves this database already (${holder}). ${why} ` +
  "Stop that one first, or give this one a database of its own.";

/** Postgres keeps 63 bytes of it, and of those what is ASCII. */
function nameOf(dataDir: string): string {
  const name = `kinora ${hostname()}:${dataDir}`;
  return name.length <= 63 ? name : `kinora ...${dataDir.slice(-52)}`;
}
