import type { Database } from "./database.ts";
import type { Realtime } from "./embedded/realtime/endpoint.ts";
import type { Keys } from "./keys.ts";

/** The place where Kinora runs. No code above this folder can tell one place from another. */
export interface Platform {
  /**
   * `embedded`: Postgres and Realtime are ours. `postgres`: a Postgres of the operator's, our Realtime.
   * `supabase`: Postgres, Realtime and Storage of a Supabase project.
   */
  mode: "embedded" | "postgres" | "supabase";
  /** No other server works on this database. */
  isAlone: boolean;
  database: Database;
  keys: Keys;
  /** The endpoint this server must offer; null when Supabase offers it. */
  realtime: Realtime | null;
  /** The address and key by which a browser reaches Realtime; without a URL it is this server's own address. */
  publicConfig: { realtime_url: string | null; realtime_key: string };
  ready(): Promise<Readiness>;
  /** Resolves with the reason when a part that it stands on is gone and will not come back. */
  lost: Promise<Error>;
  /** Closes all parts in the reverse order; the embedded Postgres stops. */
  close(): Promise<void>;
}

export interface Readiness {
  ready: boolean;
  /** "ok" or the trouble, by part. */
  checks: Record<string, string>;
}

/** Asks every part at once; one that does not answer in time is not ready. */
export async function readiness(parts: Record<string, () => Promise<unknown>>): Promise<Readiness> {
  const entries = await Promise.all(
    Object.entries(parts).map(async ([part, check]) => [part, await answerOf(check)] as const),
  );
  return {
    ready: entries.every(([, answer]) => answer === "ok"),
    checks: Object.fromEntries(entries),
  };
}

/** Anybody may ask, as often as they like: all who do within a second get one answer. */
export function eachSecond(ask: () => Promise<Readiness>): () => Promise<Readiness> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<Readiness> | undefined;
  return () => {
    const now = performance.now();
    if (answer && now - asked < 1000) return answer;
    asked = now;
    answer = ask();
    return answer;
  };
}

const PATIENCE = 2000;

async function answerOf(check: () => Promise<unknown>): Promise<string> {
  const late = Bun.sleep(PATIENCE).then(() => "does not answer");
  const answer = check().then(
    () => "ok",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return await Promise.race([answer, late]);
}

/** Opens one part after the other; when one fails, those before it are closed again. */
export async function openWhole<T>(open: (parts: AsyncDisposableStack) => Promise<T>): Promise<T> {
  const parts = new AsyncDisposableStack();
  try {
    return await open(parts);
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}
