import { isFull } from "#api/platform/objects/store.ts";
import type { Fault } from "./child.ts";
import { BrokenMedia, faultOf } from "./probe.ts";

/** Does in this process what our parent orders, and says what becomes of it, a line each. */
export async function carryOut<Order, News = never>(
  work: (order: Order, tell: (news: News) => void) => Promise<unknown>,
): Promise<void> {
  let last = "";
  const say = (said: object) => {
    const line = JSON.stringify(said);
    if (line !== last) process.stdout.write(`${line}\n`);
    last = line;
  };
  const sayWhy = (error: unknown) => say(whyNot(error));
  // Also what the library throws where nobody waits for it: another try would end there, too.
  process.on("unhandledRejection", sayWhy);
  const order: Order = JSON.parse(process.argv[2] ?? "");
  await work(order, (news) => say({ news })).then((done) => say({ done: done ?? null }), sayWhy);
}

/** The reason why this file cannot be worked on. A fault of ours is thrown. */
function whyNot(error: unknown): Fault {
  if (isFull(error)) return { kind: "full" };
  if (error instanceof BrokenMedia) return { kind: "broken", reason: error.message };
  const fault = faultOf(error);
  if (fault instanceof BrokenMedia) return { kind: "broken" };
  throw fault;
}
