import type { LiveIndex, LiveState } from "#contract/live.ts";
import { type LiveBytes, readLive, readLiveBytes } from "#web/data/live.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { type Buffer, bufferOf } from "./buffer.ts";

/** Seconds before the end of what has come. Parts come every two or so, and a Chromium that ran dry waits for three. */
const BEHIND = 3;
/** A viewer who is farther behind the end than this, and wants to be there, is brought back by playing faster. */
const NEAREST_TOO_FAR = 4;
const TOO_FAR = [
  { behind: 10, faster: 1.5 },
  { behind: 5, faster: 1.25 },
  { behind: NEAREST_TOO_FAR, faster: 1.1 },
];
/** No more than this is read ahead of the viewer: a browser holds some minutes, and says no to more. */
const AHEAD = 60;
/** An element that ran dry goes on only with so many seconds to show, which do not come before a hole. */
const WANTED_WHEN_DRY = 3;
/** A busy computer needs some moments to begin anew; after so many, what stands before the hole is given up. */
const DRY_LOOKS = 3;
/** Of a recorder that made few pictures it may take more than that, and what stands before a hole is never enough. */
const WANTED_OF_FEW = { seconds: 10, looks: 10 };
/** The end is near enough to count as watching live. */
const NEAR_END = 10;
const MOMENT_MS = 500;
const LONGEST_PAUSE_MS = 3_000;

/** The end of a feed: all has come, another take has begun, or the viewer may not watch any more. */
export type Over = "ended" | "begun-again" | "refused";

interface Options {
  id: string;
  headers: () => Record<string, string>;
  index: LiveIndex;
  at: number | "live";
  onState: (state: LiveState, isLive: boolean) => void;
  /** The browser lets nothing sound before somebody has pressed something. */
  onMuted: () => void;
  onOver: (why: Over) => void;
}

export class Feed {
  readonly #video: HTMLVideoElement;
  readonly #media: MediaSource;
  readonly #options: Options;
  readonly #stopped = new AbortController();
  readonly #clock: ReturnType<typeof setInterval>;
  #turn = new AbortController();
  #isFirst = true;
  #buffer: Buffer | undefined;
  #state: LiveState;
  /** Where to stand as soon as that place has come. */
  #wanted: number | "live" | null;
  /** The viewer asked for the newest, and has neither paused nor gone elsewhere since. */
  #follows: boolean;
  /** The last place to which the viewer was sent, or has wished to be. */
  #known: number | undefined;
  /** The place at which there was nothing to show, and the looks since then: all, and those when it sought nothing. */
  #dry = { at: -1, looks: 0, atRest: 0 };

  constructor(video: HTMLVideoElement, media: MediaSource, options: Options) {
    this.#video = video;
    this.#media = media;
    this.#options = options;
    this.#state = options.index;
    this.#wanted = options.at;
    this.#follows = options.at === "live";
    const { signal } = this.#stopped;
    if (media.readyState === "open") this.#open();
    media.addEventListener("sourceopen", () => this.#open(), { signal });
    video.addEventListener("seeking", () => this.#sought(), { signal });
    video.addEventListener("pause", () => this.#stay(), { signal });
    video.addEventListener("playing", () => this.#passUnseen(), { signal, once: true });
    this.#clock = setInterval(() => this.#keepUp(), MOMENT_MS);
  }

  goLive(): void {
    this.#follows = true;
    const range = this.#buffer?.lastRange();
    if (range && this.#state.seconds - range.end < NEAR_END) {
      this.#send(Math.max(range.start, range.end - BEHIND));
      this.#play();
    } else void this.#begin("live");
  }

  stop(): void {
    clearInterval(this.#clock);
    this.#stopped.abort();
  }

  #open(): void {
    this.#buffer = bufferOf(this.#video, this.#media, this.#options.index.mime_type);
    void this.#begin(this.#wanted ?? this.#video.currentTime);
  }

  #send(to: number): void {
    this.#known = to;
    this.#video.currentTime = to;
  }

  #stay(): void {
    this.#follows = false;
  }

  #sought(): void {
    const { currentTime } = this.#video;
    if (currentTime !== this.#known) this.#stay();
    this.#known = currentTime;
    if (currentTime === this.#wanted) return; // it is on its way
    if (this.#buffer?.around(currentTime)) this.#wanted = null;
    else void this.#begin(currentTime);
  }

  /** The viewer has wished to be elsewhere, and `seeking` has not told of it yet: to send them now undoes it. */
  #hasUntoldWish(): boolean {
    return this.#video.seeking && this.#video.currentTime !== this.#known;
  }

  /** A busy computer needs seconds for its first picture: of what came meanwhile nothing was seen. */
  #passUnseen(): void {
    const isTooFar = (this.#buffer?.ahead() ?? 0) > NEAREST_TOO_FAR;
    if (isTooFar && this.#follows && this.#wanted === null) this.goLive();
  }

  #atUsualRate(): void {
    delete this.#video.dataset.chosenRate;
    this.#video.playbackRate = this.#video.defaultPlaybackRate;
  }

  #isLive(): boolean {
    return this.#wanted === "live" || this.#state.seconds - this.#video.currentTime < NEAR_END;
  }

  #keepUp(): void {
    const video = this.#video;
    this.#options.onState(this.#state, this.#isLive());
    // Before a hole in what was recorded, an element would wait for ever.
    const isStarved = this.#wanted === null && !video.paused && video.readyState < 3;
    if (isStarved && !this.#hasUntoldWish()) this.#passHole();
    const wantsNewest = !video.paused && (this.#follows || this.#isLive());
    const lag = wantsNewest ? (this.#buffer?.ahead() ?? 0) : 0;
    const usual = video.defaultPlaybackRate;
    const tooFar = TOO_FAR.find(({ behind }) => lag > behind);
    if (tooFar) {
      video.dataset.chosenRate = String(usual);
      video.playbackRate = usual * tooFar.faster;
    } else this.#atUsualRate();
  }

  /** An element that is sent where it stands plays what there is before the hole, however little it is. */
  #passHole(): void {
    const { currentTime, seeking } = this.#video;
    const past = (left?: number) => this.#buffer?.pastHole(currentTime, left);
    const next = past(WANTED_OF_FEW.seconds);
    const isSame = this.#dry.at === currentTime && next !== undefined;
    if (!isSame) this.#dry = { at: currentTime, looks: 0, atRest: 0 };
    if (next === undefined) return;
    const isDone = ++this.#dry.looks > WANTED_OF_FEW.looks || past() !== undefined;
    // The element was just sent here, or has enough to go on with.
    if (!isDone && (seeking || past(WANTED_WHEN_DRY) === undefined)) return;
    if (isDone || ++this.#dry.atRest > DRY_LOOKS) this.#send(next);
    else if (this.#dry.atRest === 1) this.#send(currentTime);
  }

  /** Reads from the place on where a player can begin for this second. */
  async #begin(at: number | "live"): Promise<void> {
    const { id, index, headers } = this.#options;
    this.#turn.abort();
    this.#turn = new AbortController();
    const signal = AbortSignal.any([this.#turn.signal, this.#stopped.signal]);
    const read = (from_byte: number) =>
      this.#patiently(() => {
        const query = { from_byte, take: index.take, paused: this.#state.paused };
        return readLiveBytes(id, query, { headers: headers(), signal });
      }, signal);
    this.#wanted = at;
    const asked = () => readLive(id, at, { headers: headers(), signal });
    // The page has just asked for the newest: the first picture need not wait for that again.
    const isKnown = at === "live" && this.#isFirst;
    this.#isFirst = false;
    const found = isKnown ? index : await this.#patiently(asked, signal);
    const buffer = this.#buffer;
    if (!found || !buffer || signal.aborted) return;
    const [head, first] = await Promise.all([read(0), read(found.begin.byte)]);
    if (!head || signal.aborted) return;
    if (this.#wanted === at && at !== "live") this.#wanted = Math.max(at, found.begin.seconds);
    buffer.startOver(found.begin.seconds);
    await buffer.append(head.bytes.slice(0, found.init_bytes), signal);
    for (let came = first; came && (await this.#take(came, signal)); ) {
      while (buffer.ahead() > AHEAD && !signal.aborted) await sleep(MOMENT_MS);
      came = await read(came.next);
    }
  }

  /** False where nothing more comes. */
  async #take(came: LiveBytes, signal: AbortSignal): Promise<boolean> {
    this.#state = came.state;
    const isNewest = came.next >= came.state.bytes;
    if (came.bytes.byteLength > 0) await this.#buffer?.append(came.bytes, signal, isNewest);
    if (signal.aborted) return false;
    this.#place();
    this.#options.onState(this.#state, this.#isLive());
    if (came.state.ended && isNewest) this.#end("ended");
    return !signal.aborted;
  }

  #place(): void {
    const wanted = this.#wanted;
    const buffer = this.#buffer;
    if (wanted === null || !buffer || this.#hasUntoldWish()) return;
    // Bytes that were read before may still be there, and are another place.
    const place = wanted === "live" ? undefined : (buffer.pastHole(wanted) ?? wanted);
    const there = place === undefined ? undefined : buffer.around(place);
    const range =
      there ?? (wanted === "live" || this.#state.ended ? buffer.lastRange() : undefined);
    if (!range) return;
    const to = place === undefined ? range.end - BEHIND : Math.min(place, range.end);
    this.#wanted = null;
    this.#send(Math.max(range.start, to));
    this.#play();
  }

  #play(): void {
    const video = this.#video;
    video.play().catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "NotAllowedError")) return;
      video.muted = true;
      this.#options.onMuted();
      video.play().catch(() => {});
    });
  }

  /** Asks until there is an answer; a refusal ends the feed. */
  async #patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
    for (let pause = 300; !signal.aborted; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
      try {
        return await ask();
      } catch (error) {
        if (signal.aborted) return undefined;
        const why = error instanceof ApiError ? overBecause(error) : undefined;
        if (why) this.#end(why);
      }
      await sleep(pause);
    }
    return undefined;
  }

  #end(why: Over): void {
    this.#turn.abort();
    if (this.#stopped.signal.aborted) return;
    if (why === "ended") void this.#buffer?.end();
    this.#atUsualRate();
    this.#options.onOver(why);
  }
}

function overBecause({ status, code }: ApiError): Over | undefined {
  if (code === "begun_again") return "begun-again";
  if (code === "not_live") return "ended";
  return status >= 400 && status < 500 && status !== 429 && status !== 408 ? "refused" : undefined;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
