import { bytesWithin } from "#api/platform/bytes-within.ts";
import { streamFrom } from "./chunk-stream.ts";
import { lengthOf, StoreUnreachable } from "./store.ts";

/** Usual for the next bytes of an answer. */
const PATIENCE_MS = 30_000;
/** A caller who waits for an answer to begin has seen nothing yet, and is told sooner: after this part of it. */
const UNTIL_IT_BEGINS = 1 / 3;
/** While somebody still sends to us what is sent on: their line is not the other side's fault. */
const TIMES_THE_PATIENCE = 10;
/** Bytes that a slow line brings there in all of that time, after the last of them has left us. */
const SLOW_LINE_BYTES = 4 * 2 ** 20;
/** More than a list of a thousand of the longest keys. */
const LONGEST_ANSWER_BYTES = 16 * 2 ** 20;

export interface FetchPatience {
  /** Milliseconds to wait for a word. */
  patience?: number | undefined;
}

type GoesOn = (times?: number) => void;

const NO_WORD = new DOMException("it has said nothing", "TimeoutError");

/** Ends, by its signal, a conversation in which the other side says nothing. */
export class Silence {
  readonly #end = new AbortController();
  readonly #most: number;

  constructor({ patience = PATIENCE_MS }: FetchPatience) {
    this.#most = patience;
  }

  /** Until the answer begins; its bytes end with this silence as well. */
  fetch = (address: string, init: RequestInit): Promise<Response> =>
    this.until(() => fetch(address, { ...init, signal: this.endOr(init) }), UNTIL_IT_BEGINS);

  endOr = ({ signal }: RequestInit): AbortSignal =>
    signal ? AbortSignal.any([signal, this.#end.signal]) : this.#end.signal;

  /** The clock runs from now until it is heard, and anew whenever `goesOn` is called. */
  async until<Word>(heard: (goesOn: GoesOn) => Promise<Word>, times = 1): Promise<Word> {
    let timer: NodeJS.Timeout | undefined;
    const goesOn: GoesOn = (most = times) => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#end.abort(NO_WORD), this.#most * most);
    };
    goesOn();
    return await heard(goesOn).finally(() => clearTimeout(timer));
  }
}

/** A fetch for short answers, which does not wait endlessly for them. `patience` is looked up for each request. */
export function patientFetch(patience: FetchPatience): typeof fetch {
  const ask = async (input: string | URL | Request, init: RequestInit = {}) => {
    const { body } = init;
    const silence = new Silence(patience);
    const times =
      body instanceof ReadableStream ? TIMES_THE_PATIENCE : timesFor(lengthOf(body) ?? 0);
    const answer = await silence.until(
      (goesOn) =>
        fetch(input, {
          ...init,
          ...(body instanceof ReadableStream && { body: noticed(body, goesOn) }),
          signal: silence.endOr(init),
        }),
      times,
    );
    const { status, headers } = answer;
    const said = await silence.until(() => wholeOf(answer));
    return new Response(said.byteLength > 0 ? said : null, { status, headers });
  };
  return Object.assign(ask, { preconnect: fetch.preconnect });
}

const wholeOf = ({ body }: Response) =>
  bytesWithin(LONGEST_ANSWER_BYTES, body, () => new Error("its answer does not end"));

/** Once all has left us, its answer is waited for. */
const timesFor = (bytes: number) => UNTIL_IT_BEGINS + bytes / SLOW_LINE_BYTES;

function noticed(body: ReadableStream<Uint8Array>, goesOn: GoesOn): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      bytes += value?.length ?? 0;
      goesOn(done ? timesFor(bytes) : undefined);
      if (done) return controller.close();
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** The words for a store that broke off, or was never reached. */
export const unreachable =
  (store: string) =>
  (cause: Error): never => {
    throw new StoreUnreachable(`${store}: ${cause.message}`, { cause });
  };

/** A stream that breaks off, falls silent or ends before `left` bytes counts as a store out of reach. */
export function readingOn(
  store: string,
  body: ReadableStream<Uint8Array>,
  silence: Silence,
  left: number | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const next = async () => {
    const chunk = await silence.until(() => reader.read()).catch(unreachable(store));
    if (chunk.done && left) unreachable(store)(new Error("it has ended too early"));
    if (left !== undefined) left -= chunk.value?.length ?? 0;
    return chunk;
  };
  return streamFrom(next, (reason) => reader.cancel(reason));
}
