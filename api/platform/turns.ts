/** A line that work stands in: so many run at once, and so many more may wait. */
export interface Line {
  name: string;
  atOnce: number;
  longest?: number;
}

type End = () => void;

/** Work begins when there is room in each of its lines; until then it waits, and holds up no other line. */
export class Turns {
  readonly #running = new Map<string, number>();
  readonly #waiting: { lines: readonly Line[]; begin: () => void }[] = [];

  /** The function that ends the turn, at once where there is room. A request `asked` that is aborted stops waiting. */
  take(lines: readonly Line[], asked?: Pick<Request, "signal">): End | Promise<End> {
    if (this.#hasRoom(lines)) return this.#begin(lines);
    const signal = asked?.signal;
    signal?.throwIfAborted();
    for (const { name, longest = Number.POSITIVE_INFINITY } of lines)
      if (this.#waiting.filter((other) => isIn(other.lines, name)).length >= longest)
        throw new QueueFull();
    const { promise, resolve, reject } = Promise.withResolvers<End>();
    const begin = () => resolve(this.#begin(lines));
    const waiting = { lines, begin };
    const leave = () => {
      if (!this.#waiting.includes(waiting)) return; // its turn has come
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", leave, { once: true });
    this.#waiting.push(waiting);
    return promise;
  }

  async run<T>(work: () => Promise<T>, ...wish: Parameters<Turns["take"]>): Promise<T> {
    const taken = this.take(...wish);
    const end = taken instanceof Promise ? await taken : taken; // with room, work begins in this very moment
    return await work().finally(end);
  }

  #begin(lines: readonly Line[]): End {
    const count = (more: number) => {
      for (const { name } of lines) {
        const running = (this.#running.get(name) ?? 0) + more;
        if (running === 0) this.#running.delete(name);
        else this.#running.set(name, running);
      }
    };
    count(1);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      count(-1);
      for (let at = 0; at < this.#waiting.length; ) {
        if (this.#hasRoom(this.#waiting[at]?.lines ?? [])) this.#waiting.splice(at, 1)[0]?.begin();
        else at += 1;
      }
    };
  }

  #hasRoom(lines: readonly Line[]): boolean {
    return lines.every(({ name, atOnce }) => (this.#running.get(name) ?? 0) < atOnce);
  }
}

const isIn = (lines: readonly Line[], name: string) => lines.some((line) => line.name === name);

/** A single line. */
export function turns(atOnce: number) {
  const all = new Turns();
  return <T>(work: () => Promise<T>): Promise<T> => all.run(work, [{ name: "all", atOnce }]);
}

export class QueueFull extends Error {
  override name = "QueueFull";
  override message = "Too much is waiting for its turn already";
}
