import type { Database } from "./database.ts";
import { messageOf } from "./report.ts";

/** The database that all else stands on. */
export interface OpenDatabase {
  /**
   * `embedded`: Postgres and Realtime are ours. `postgres`: a Postgres of the operator's, our Realtime.
   * `supabase`: Postgres, Realtime and Storage of a Supabase project.
   */
  mode: "embedded" | "postgres" | "supabase";
  database: Database;
  /** Resolves with the reason when it is gone and will not come back. */
  lost: Promise<Error>;
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
  const answer = check().then(() => "ok", messageOf);
  return await Promise.race([answer, late]);
}
