import type { QueryFunctionContext } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { only, stored } from "./browser/browser-storage.ts";
import { onSessionChange, session, sessionUserId } from "./session.ts";

/** The last answers that the recorder cannot open without, for the account that is signed in. */
interface Kept {
  userId: string;
  answers: Record<string, unknown>;
}

const storage = stored({ key: "kinora.kept", schema: only(isKept) });

function isKept(value: unknown): value is Kept {
  return typeof value === "object" && value !== null && "userId" in value && "answers" in value;
}

onSessionChange(() => {
  if (session().status === "signed-out") storage.remove();
});

/** A server in trouble tells nobody when that is over. */
const AGAIN_MS = 10_000;

/** A server is away where the service worker gives the page in its place, too (`web/build/service-worker.js`). */
const isAway = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.isOffline || error.status >= 502);

/** A query whose last answer stands in where the server is away, until the network is back or the trouble over. */
export const keptForOffline = <Answer>(
  name: string,
  schema: { parse(kept: unknown): Answer },
  ask: (signal: AbortSignal) => Promise<Answer>,
) => ({
  networkMode: "always" as const,
  async queryFn({ signal, client, queryKey }: QueryFunctionContext): Promise<Answer> {
    try {
      const answer = await ask(signal);
      keep(name, answer);
      return answer;
    } catch (error) {
      const kept = ownAnswers()[name];
      if (!isAway(error) || kept === undefined) throw error;
      const askAgain = () => void client.invalidateQueries({ queryKey });
      if (error.isOffline) addEventListener("online", askAgain, { once: true });
      else setTimeout(askAgain, AGAIN_MS);
      return schema.parse(kept);
    }
  },
});

function keep(name: string, answer: unknown) {
  const userId = sessionUserId();
  if (userId) storage.write({ userId, answers: { ...ownAnswers(), [name]: answer } });
}

function ownAnswers(): Kept["answers"] {
  const kept = storage.read();
  return kept && kept.userId === sessionUserId() ? kept.answers : {};
}
