interface Waiting<Item, Answer> extends PromiseWithResolvers<Answer> {
  item: Item;
}

const MOST_AT_ONCE = 200;
/** So long a question that several asked rests before it is asked again. */
const PAUSE_MS = 20;

/**
 * Asks once for all who come with the same question while it is being asked. Nothing is remembered: whoever comes
 * waits for a question that begins afterwards, so no answer is older than the call that it answers.
 */
export function together<Item, Answer>() {
  const lines = new Map<string, Waiting<Item, Answer>[]>();

  async function work(
    key: string,
    line: Waiting<Item, Answer>[],
    ask: (items: Item[]) => Promise<Answer>,
  ) {
    while (line.length > 0) {
      const batch = line.splice(0, MOST_AT_ONCE);
      try {
        const answer = await ask(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve(answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      if (batch.length > 1) await Bun.sleep(PAUSE_MS);
    }
    lines.delete(key);
  }

  return (key: string, item: Item, ask: (items: Item[]) => Promise<Answer>): Promise<Answer> => {
    const waiting = { item, ...Promise.withResolvers<Answer>() };
    const line = lines.get(key);
    if (line) line.push(waiting);
    else {
      const begun = [waiting];
      lines.set(key, begun);
      void work(key, begun, ask);
    }
    return waiting.promise;
  };
}
