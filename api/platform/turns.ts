/** Lets so many pieces of work run at once; the others wait, each until it is its turn. */
export function turns(atOnce: number, longestQueue = Number.POSITIVE_INFINITY) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= longestQueue) throw new QueueFull();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

export class QueueFull extends Error {
  constructor() {
    super("Too much is waiting for its turn already");
    this.name = "QueueFull";
  }
}
