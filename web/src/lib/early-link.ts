import { shareHeaders } from "./share-scope.ts";
import { storedSession } from "./stored-session.ts";

/**
 * A visitor of a link waits for a video. So the question what it opens leaves before React is there: this
 * file stands first in the page of a link, depends on nothing large, and asks when it is loaded.
 */
let begun = begin(location.pathname);

/** The answer that is on its way already; once, for the next one must be a new one. */
export function takeEarlyAnswer(shareToken: string): Promise<Response> | undefined {
  const taken = begun?.shareToken === shareToken ? begun.answer : undefined;
  begun = undefined;
  return taken;
}

function begin(path: string) {
  const [, shareToken] = /^\/(?:shared|embed)\/([\w-]+)$/.exec(path) ?? [];
  if (!shareToken) return undefined;
  const session = storedSession.read();
  const answer = fetch(`/api/shared/${shareToken}`, {
    headers: {
      ...(session && { Authorization: `Bearer ${session.token}` }),
      ...shareHeaders(shareToken),
    },
  });
  answer.catch(() => {}); // the error is told to the code that takes the answer
  return { shareToken, answer };
}
