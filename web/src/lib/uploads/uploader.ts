import { watchNetwork } from "#web/lib/browser/online.ts";
import { listeners } from "#web/lib/listeners.ts";
import { beginUpload, type Effect, type Event, next, PATIENCE_MS, type Upload } from "./machine.ts";
import { type Created, type Tus, UploadError } from "./tus.ts";

export interface ByteSource {
  read(from: number, to: number): Promise<Blob | ArrayBuffer>;
}

interface UploaderOptions {
  tus: Tus;
  source: ByteSource;
  metadata: Record<string, string>;
  /** Where the recording lies in the library; one that is gone is no obstacle. */
  folder?: string;
  /** An upload of an earlier visit to go on with. */
  url?: string;
  /** Called before anything is sent, so that a crash in the next moment still finds its own upload. */
  onCreated?(created: Created): Promise<void> | void;
}

export type Uploader = ReturnType<typeof startUpload>;

/** Carries out what the upload machine decides. Nothing it does can reach the recording it is fed from. */
export function startUpload(options: UploaderOptions) {
  let state = beginUpload({ url: options.url, online: navigator.onLine });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay = new AbortController();
  let stopped = false;
  const audience = listeners<Upload>();

  function dispatch(event: Event) {
    if (stopped) return;
    const step = next(state, event);
    state = step.state;
    clearTimeout(timer);
    if (state.finished) unwatch();
    else timer = setTimeout(tick, PATIENCE_MS);
    // Effects come first, so that nothing a listener does can hold them up.
    for (const effect of step.effects) void perform(effect);
    audience.tell(state);
  }

  const tick = () => dispatch({ type: "tick", at: now() });
  // It hears at once of a network that comes and goes, instead of at its next attempt.
  const unwatch = watchNetwork({
    online: () => dispatch({ type: "online", at: now() }),
    offline: () => dispatch({ type: "offline" }),
  });

  async function perform(effect: Effect) {
    if (effect.do === "wait") {
      clearTimeout(timer);
      timer = setTimeout(tick, effect.milliseconds);
    } else {
      // A request that stood still before it is given up; a late answer to it is not heard.
      underWay.abort();
      underWay = new AbortController();
      const { signal } = underWay;
      const event = await request(options, effect, signal).catch(failed);
      if (!signal.aborted) dispatch(event);
    }
  }

  return {
    /** There are this many bytes to read now. */
    grown: (available: number) => dispatch({ type: "grown", available, at: now() }),
    /** There will be no more than this many bytes. */
    ended: (total: number) => dispatch({ type: "ended", total, at: now() }),
    signedIn: () => dispatch({ type: "signed-in", at: now() }),
    retry: () => dispatch({ type: "retry", at: now() }),
    /** Stops sending; what the server has stays there and can be gone on with. */
    stop() {
      stopped = true;
      underWay.abort();
      unwatch();
      clearTimeout(timer);
    },
    state: () => state,
    /** Tells every change. Returns how to stop listening. */
    subscribe: audience.add,
  };
}

const now = () => performance.now();

/** A browser's database may not answer at all, and the recording is sent all the same. */
const NOTE_PATIENCE_MS = 5_000;

async function request(
  { tus, source, metadata, folder, onCreated }: UploaderOptions,
  effect: Exclude<Effect, { do: "wait" }>,
  signal: AbortSignal,
): Promise<Event> {
  switch (effect.do) {
    case "create": {
      const created = await tus.create(metadata, effect.length, folder);
      // The upload goes on where this fails: a new one would leave this one unfinished on the server.
      const noted = (async () => onCreated?.(created))().catch(console.error);
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, NOTE_PATIENCE_MS);
        void noted.then(() => resolve(clearTimeout(late)));
      });
      return { type: "created", url: created.url, announced: effect.length !== null, at: now() };
    }
    case "ask":
      return { type: "located", ...(await tus.locate(effect.url, signal)), at: now() };
    case "send": {
      const { url, from, to, length } = effect;
      const body = await source.read(from, to);
      const began = now();
      const offset = await tus.send(url, { offset: from, body, length }, signal);
      return { type: "accepted", offset, took: now() - began, at: now() };
    }
  }
}

function failed(error: unknown): Event {
  const failure = error instanceof UploadError ? error.failure : ({ kind: "unreachable" } as const);
  return { type: "failed", failure, at: now() };
}
