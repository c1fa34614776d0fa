/** Seconds that stay behind the viewer where the browser has no more room. */
const KEPT_BEHIND = 20;
const FULL_PAUSE_MS = 500;
/** A place so little before a range counts as in it: the first picture is rarely at its very beginning. */
const SLACK = 0.25;

export interface Buffer {
  /** The next bytes come from another place. */
  startOver(): void;
  append(bytes: ArrayBuffer, signal: AbortSignal): Promise<void>;
  /** Nothing more comes: the length is known now. */
  end(): Promise<void>;
  /** The range that this time lies in. */
  around(time: number): { start: number; end: number } | undefined;
  /** So many seconds have come after the viewer's place. */
  ahead(): number;
  lastRange(): { start: number; end: number } | undefined;
}

/** The bytes that an element holds of a recording that grows. One thing is done to them at a time. */
export function bufferOf(video: HTMLVideoElement, media: MediaSource, type: string): Buffer {
  const source = media.addSourceBuffer(type);
  media.duration = Number.POSITIVE_INFINITY;
  let last: Promise<unknown> = Promise.resolve();

  const ranges = () => {
    // The buffer of an element that has been given another address may not be asked.
    if (media.readyState === "closed") return [];
    const { buffered } = source;
    return Array.from({ length: buffered.length }, (_, index) => ({
      start: buffered.start(index),
      end: buffered.end(index),
    }));
  };
  const around = (time: number) =>
    ranges().find(({ start, end }) => start - SLACK <= time && time < end);

  function act(begin: () => void): Promise<void> {
    const done = last.then(() => {
      if (media.readyState === "closed") return;
      const ended = once(source, "updateend");
      begin();
      return ended;
    });
    last = done.catch(() => {});
    return done;
  }

  return {
    startOver() {
      if (media.readyState === "open") source.abort();
      last = Promise.resolve();
    },
    async append(bytes, signal) {
      while (!signal.aborted) {
        try {
          return await act(() => source.appendBuffer(bytes));
        } catch (error) {
          if (!(error instanceof DOMException && error.name === "QuotaExceededError")) return;
        }
        // Full: what has been seen goes, and where that is nothing the viewer has to play on first.
        const until = video.currentTime - KEPT_BEHIND;
        if ((ranges()[0]?.start ?? until) < until) await act(() => source.remove(0, until));
        else await new Promise((resolve) => setTimeout(resolve, FULL_PAUSE_MS));
      }
    },
    async end() {
      await last;
      if (media.readyState === "open" && !source.updating) media.endOfStream();
    },
    around,
    ahead: () => (around(video.currentTime)?.end ?? video.currentTime) - video.currentTime,
    lastRange: () => (source.updating ? undefined : ranges().at(-1)),
  };
}

const once = (target: EventTarget, name: string): Promise<void> =>
  new Promise((resolve) => target.addEventListener(name, () => resolve(), { once: true }));
