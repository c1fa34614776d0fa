import postgres from "postgres";

/** Postgres says that it ends, starts, replays its log, takes no writes or no more connections, or that this one is over. */
const GONE = /^(57P0[1-5]|08...|25006|25P0[34]|53300)$/;

/** The driver and the sockets under it: nobody answers, or somebody hung up. */
const BROKEN = new Set([
  "ANSWER_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
]);
const SOCKET = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  ...["ENOTFOUND", "EAI_AGAIN"], // a container that is down has no name
]);

/** Whether the database could not be asked, hung up before it answered, or said nothing: it is nobody's fault who asked. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const code = String(error.code);
  if (error instanceof postgres.PostgresError) return GONE.test(code);
  // The driver notes the query with every error of its sockets; other sockets break for reasons of their own.
  return BROKEN.has(code) || (SOCKET.has(code) && "query" in error);
}
