import type { Listened } from "./plan-parts.ts";
import { decode, type SoundTrack } from "./sound-track.ts";
import { FRAME, VOICE_RATE, VoiceNetwork } from "./voice-network.ts";
import { type Span, VoiceSpans } from "./voice-spans.ts";

const FRAME_SECONDS = FRAME / VOICE_RATE;
/** The loudness below which no network is asked whether it is speech: nobody hears it. About -80 dB. */
const INAUDIBLE = 1e-4;
/** Seconds. Sound from so long before has nothing to do with the sound that follows. */
const FORGET = 1;
/** Seconds by which packets may be off their time without any of them being missing. */
const SLACK = 0.02;

/** The stretches of speech, the loudness and the bytes of a sound: a few numbers a second, however long it lasts. */
export async function listen(
  sound: SoundTrack,
  onAdvance: () => void,
  from?: number,
): Promise<Listened> {
  const ear = new Ear();
  const bytes: number[] = [];
  let seconds = 0;
  for await (const packet of decode(sound, VOICE_RATE, from)) {
    ear.hear(packet.start, packet.samples);
    const second = Math.max(0, Math.floor(packet.start));
    bytes[second] = (bytes[second] ?? 0) + packet.bytes;
    seconds = Math.max(seconds, packet.end);
    onAdvance();
  }
  return { seconds, bytes, levelSeconds: FRAME_SECONDS, ...ear.finish() };
}

class Ear {
  readonly #network = new VoiceNetwork();
  readonly #stretches = new VoiceSpans();
  readonly #spans: Span[] = [];
  readonly #levels: number[] = [];
  readonly #frame = new Float32Array(FRAME);
  #filled = 0;
  /** The time at which the current frame begins. */
  #clock = 0;
  #silence = 0;

  hear(start: number, samples: Float32Array): void {
    const expected = this.#clock + this.#filled / VOICE_RATE;
    if (start - expected > SLACK) this.#wait(start - expected);
    else if (expected - start > SLACK) this.#clock -= expected - start;
    for (let read = 0; read < samples.length; ) {
      const taken = samples.subarray(read, read + FRAME - this.#filled);
      this.#frame.set(taken, this.#filled);
      this.#filled += taken.length;
      read += taken.length;
      if (this.#filled === FRAME) this.#judge();
    }
  }

  finish(): { spans: Span[]; levels: Float32Array } {
    this.#note(this.#stretches.finish());
    return { spans: this.#spans, levels: Float32Array.from(this.#levels, (level) => level ?? 0) };
  }

  /** A gap between packets counts as silence. */
  #wait(seconds: number): void {
    const ends = this.#clock + this.#filled / VOICE_RATE + seconds;
    this.#frame.fill(0, this.#filled);
    for (let waited = 0; waited < Math.min(seconds, FORGET); waited += FRAME_SECONDS) {
      this.#judge();
      this.#frame.fill(0);
    }
    this.#clock = ends;
  }

  #judge(): void {
    const [start, end] = [this.#clock, this.#clock + FRAME_SECONDS];
    const level = loudness(this.#frame);
    this.#silence = level < INAUDIBLE ? this.#silence + FRAME_SECONDS : 0;
    if (this.#silence > FORGET) this.#network.reset();
    const likelihood = level < INAUDIBLE ? 0 : this.#network.hear(this.#frame);
    this.#levels[Math.max(0, Math.floor(start / FRAME_SECONDS))] = level;
    this.#note(this.#stretches.add(likelihood, start, end));
    this.#clock = end;
    this.#filled = 0;
  }

  #note(span: Span | undefined): void {
    if (span) this.#spans.push(span);
  }
}

function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}
