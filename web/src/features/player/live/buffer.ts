/** Seconds that stay behind the viewer where the browser has no more room. */
const KEPT_BEHIND = 20;
const FULL_PAUSE_MS = 500;
/** A place so little before a range counts as in it: the first picture is rarely at its very beginning. */
const SLACK = 0.25;
/** So near its end a range counts as played. */
const AT_END = 0.2;

interface Range {
  start: number;
  end: number;
}

export interface Buffer {
  /** The next bytes come from another place, which stands at this time. */
  startOver(at: number): void;
  /** The newest are those after which nothing has come yet. */
  append(bytes: ArrayBuffer, signal: AbortSignal, isNewest?: boolean): Promise<void>;
  /** Nothing more comes: the length is known now. */
  end(): Promise<void>;
  /** The range that this time lies in. */
  around(time: number): Range | undefined;
  /** So many seconds have come after the viewer's place. */
  ahead(): number;
  /** Where it goes on behind a hole at this time that nothing fills: the recorder had nothing to write. */
  pastHole(time: number): number | undefined;
  lastRange(): Range | undefined;
}

/** The bytes that an element holds of a recording that grows. One thing is done to them at a time. */
export function bufferOf(video: HTMLVideoElement, media: MediaSource, type: string): Buffer {
  const source = media.addSourceBuffer(type);
  media.duration = Number.POSITIVE_INFINITY;
  let last: Promise<unknown> = Promise.resolve();
  /** So far what was given last reaches. */
  let front = 0;

  // The buffer of an element that has been given another address may not be asked.
  const ranges = () => (media.readyState === "closed" ? [] : rangesOf(source.buffered));
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
    startOver(at) {
      front = at;
      if (media.readyState === "open") source.abort();
      last = Promise.resolve();
    },
    async append(bytes, signal, isNewest) {
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
    async end() {
      await last;
      if (media.readyState === "open" && !source.updating) media.endOfStream();
    },
    around,
    ahead: () =>
      Math.max(video.currentTime, around(video.currentTime)?.end ?? 0, front) - video.currentTime,
    pastHole: (time) => pastHole(ranges(), time, front),
    lastRange: () => (source.updating ? undefined : ranges().at(-1)),
  };
}

const rangesOf = (times: TimeRanges): Range[] =>
  Array.from({ length: times.length }, (_, index) => ({
    start: times.start(index),
    end: times.end(index),
  }));

const lastChanged = (before: readonly Range[], after: readonly Range[]) =>
  after.findLast((now) => !before.some(({ start, end }) => start === now.start && end === now.end));

function pastHole(ranges: readonly Range[], time: number, front: number): number | undefined {
  if (ranges.some(({ start, end }) => start <= time && time < end - AT_END)) return undefined;
  const next = ranges.find(({ start }) => start > time)?.start;
  return next !== undefined && next < front ? next : undefined;
}

const once = (target: EventTarget, name: string): Promise<void> =>
  new Promise((resolve) => target.addEventListener(name, () => resolve(), { once: true }));
