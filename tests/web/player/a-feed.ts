import { vi } from "vitest";
import type { LiveIndex, LiveState } from "#contract/live.ts";
import { Feed } from "#web/features/player/live/feed.ts";

const state: LiveState = {
  ...{ bytes: 40, seconds: 30, paused: false, ended: false, take: 0 },
  updated_at: "2026-11-25T10:00:00Z",
};
const index: LiveIndex = {
  ...state,
  ...{ mime_type: "video/webm", init_bytes: 2, begin: { byte: 20, seconds: 20 } },
};

/** A buffer that keeps what it had: the bytes of a stretch are its beginning and its end, in words. */
class Buffer extends EventTarget {
  readonly updating = false;
  #ranges: [number, number][] = [];
  get buffered() {
    const ranges = this.#ranges.toSorted(([a], [b]) => a - b);
    return {
      length: ranges.length,
      start: (at: number) => ranges[at]?.[0],
      end: (at: number) => ranges[at]?.[1],
    };
  }
  appendBuffer(bytes: ArrayBuffer) {
    const text = new TextDecoder().decode(bytes);
    if (text.startsWith("[")) this.#ranges.push(JSON.parse(text));
    queueMicrotask(() => this.dispatchEvent(new Event("updateend")));
  }
  abort() {}
}

function element() {
  const video = document.createElement("video");
  video.play = async () => {};
  const source = {
    readyState: "open",
    addSourceBuffer: () => new Buffer(),
    duration: 0,
    endOfStream: vi.fn(),
  };
  const media = Object.assign(new EventTarget(), source) as unknown as MediaSource; // no more is asked of it
  return { video, media };
}

/** A feed, and what it tells; the viewer stands where `stands` says. */
export function watch(at: number | "live" = "live") {
  const { video, media } = element();
  const stands = { at: 0, paused: false, readyState: 4, seeking: false };
  const sentTo: number[] = [];
  const seek = (to: number) => {
    stands.at = to;
    video.dispatchEvent(new Event("seeking"));
  };
  const send = (to: number) => {
    sentTo.push(to);
    seek(to);
  };
  Object.defineProperties(video, {
    currentTime: { get: () => stands.at, set: send },
    paused: { get: () => stands.paused },
    seeking: { get: () => stands.seeking },
    readyState: { get: () => stands.readyState },
  });
  const told = { onState: vi.fn(), onMuted: vi.fn(), onOver: vi.fn() };
  const begin = () => {
    const feed = new Feed(video, media, { id: "r", headers: () => ({}), index, at, ...told });
    running.push(feed);
    return feed;
  };
  return { video, media, stands, sentTo, begin, seek, ...told };
}

const running: Feed[] = [];

export function stopFeeds() {
  for (const feed of running.splice(0)) feed.stop();
}

/** Answers by the place that is asked for: the bytes, where they end, and what is new of the recording. */
export type Part = [bytes: string, next: number, news?: Partial<LiveState>];
export function answerParts(parts: Record<string, Part | Promise<Part>>) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const query = new URL(url, "http://kinora.test").searchParams;
    asked.push(`${query}`);
    const from = query.get("from_byte");
    if (from === null) return Response.json({ ...index, begin: { byte: 10, seconds: 2 } });
    const [bytes, next, news] = await (parts[from] ?? new Promise<Part>(() => {}));
    const headers = { "X-Live": JSON.stringify({ ...state, ...news }), "X-Next-Byte": `${next}` };
    return new Response(bytes, { headers });
  });
  return asked;
}
