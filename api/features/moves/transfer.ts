import { StoreUnreachable } from "#api/platform/objects/store.ts";

interface TransferOptions {
  /** The number of bytes that pass in all. */
  total: number;
  /** False when nobody wants the move any more. */
  report: (percent: number) => Promise<boolean>;
  /** The server stops, or the time is over. */
  signal: AbortSignal;
  /** Milliseconds without a byte, after which the connection counts as broken. */
  patience: number;
}

/** How often the progress is reported, and the database asked whether the move is still wanted. */
const EVERY_MS = 1000;

export class NobodyWantsIt extends Error {
  override name = "NobodyWantsIt";
}

/** Bytes on their way: how far they are, and what ends them before they have arrived. */
export class Transfer {
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;
  readonly #timer: Timer;
  #count = 0;
  #lastAt = performance.now();

  constructor(private readonly options: TransferOptions) {
    this.#signal = AbortSignal.any([options.signal, this.#end.signal]);
    this.#timer = setInterval(() => this.#look(), EVERY_MS);
  }

  /** Ends the work at its next chunk, wherever it is. */
  readonly passed = (bytes: number): void => {
    this.#signal.throwIfAborted();
    this.#count += bytes;
    this.#lastAt = performance.now();
  };

  /** Waits for work, unless the transfer ends first; work that does not end by itself then goes on unattended. */
  async unlessEnded<T>(work: Promise<T>): Promise<T> {
    const signal = this.#signal;
    const ended = Promise.withResolvers<never>();
    const end = () => ended.reject(signal.reason);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
    try {
      return await Promise.race([work, ended.promise]);
    } finally {
      signal.removeEventListener("abort", end);
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look() {
    const { total, report, patience } = this.options;
    if (performance.now() - this.#lastAt > patience)
      return this.#end.abort(new StoreUnreachable("For a long time no byte has passed"));
    const percent = Math.min(99, Math.floor((100 * this.#count) / total));
    // A database that is away for a moment ends nothing: whether the move is wanted is asked again at the end.
    report(percent).then(
      (isWanted) => isWanted || this.#end.abort(new NobodyWantsIt("This move was cancelled")),
      () => {},
    );
  }
}
