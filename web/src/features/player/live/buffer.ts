import { type Span, spansOf } from "#web/features/player/playback.ts";

/** Seconds that stay behind the viewer where the browser has no more room. */
const KEPT_BEHIND = 20;
const FULL_PAUSE_MS = 500;
/** A place so little before a range counts as in it: the first picture is rarely at its very beginning. */
const SLACK = 0.25;
/** So near its end a range counts as played: a Chromium that is sent to its last 0.3 s waits for ever. */
const AT_END = 0.4;

/** The kind of source that this browser has. The managed one opens only where the element cannot play elsewhere. */
export const mediaSource = () => globalThis.MediaSource ?? globalThis.ManagedMediaSource;

export type Buffer = ReturnType<typeof bufferOf>;

/** The bytes that an element holds of a recording that grows. One thing is done to them at a time. */
export function bufferOf(video: HTMLVideoElement, media: MediaSource, type: string) {
  const source = media.addSourceBuffer(type);
  media.duration = Number.POSITIVE_INFINITY;
  let last: Promise<unknown> = Promise.resolve();
  let front = 0; // so far what was given last reaches

  // The buffer of an element that has been given another address may not be asked.
  const ranges = () => (media.readyState === "closed" ? [] : spansOf(source.buffered));
  const around = (time: number) =>
    ranges().find(({ start, end }) => start - SLACK <= time && time < end);

  function act(begin: () => void): Promise<void> {
    const done = last.then(() => {
      if (media.readyState !== "closed") return updated(source, begin);
    });
    last = done.catch(() => {});
    return done;
  }

  return {
    /** The next bytes come from another place, which stands at this time. */
    startOver(at: number) {
      front = at;
      if (media.readyState === "open") source.abort();
      last = Promise.resolve();
    },
    /** The newest are those after which nothing has come yet. */
    async append(bytes: ArrayBuffer, signal: AbortSignal, isNewest?: boolean) {
      while (!signal.aborted) {
        try {
          const before = ranges();
          await act(() => source.appendBuffer(bytes));
          const grown = isNewest ? ranges().at(-1) : lastChanged(before, ranges());
          front = (grown ?? around(front))?.end ?? front;
          return;
        } catch (error) {
          if (!(error instanceof DOMException && error.name === "QuotaExceededError")) return;
        }
        // Full: what has been seen goes, and where that is nothing the viewer has to play on first.
        const until = video.currentTime - KEPT_BEHIND;
        if ((ranges()[0]?.start ?? until) < until) await act(() => source.remove(0, until));
        else await new Promise((resolve) => setTimeout(resolve, FULL_PAUSE_MS));
      }
    },
    /** Nothing more comes: the length is known now. */
    async end() {
      await last;
      if (media.readyState === "open" && !source.updating) media.endOfStream();
    },
    around,
    /** So many seconds have come after the viewer's place. */
    ahead: () =>
      Math.max(video.currentTime, around(video.currentTime)?.end ?? 0, front) - video.currentTime,
    /** Where it goes on behind a hole at this time that nothing fills: the recorder had nothing to write. */
    pastHole: (time: number, left = AT_END) => pastHole(ranges(), time, front, left),
    lastRange: () => (source.updating ? undefined : ranges().at(-1)),
  };
}

const lastChanged = (before: readonly Span[], after: readonly Span[]) =>
  after.findLast((now) => !before.some(({ start, end }) => start === now.start && end === now.end));

function pastHole(ranges: readonly Span[], time: number, front: number, left: number) {
  if (ranges.some(({ start, end }) => start <= time && time < end - left)) return undefined;
  const next = ranges.find(({ start }) => start > time)?.start;
  return next !== undefined && next < front ? next : undefined;
}

function updated(source: SourceBuffer, begin: () => void): Promise<void> {
  return new Promise((resolve) => {
    source.addEventListener("updateend", () => resolve(), { once: true });
    begin();
  });
}
