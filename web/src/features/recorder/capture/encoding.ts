import { startClock } from "#web/lib/browser/worker-clock.ts";
import { AUDIO_BITS_PER_SECOND, presetFor } from "./presets.ts";

const CHUNK_MS = 1000;
/** Between two chunks the encoder is asked for what it has: a crash then costs half a second and not a whole one. */
const ASK_MS = 500;
const KEY_FRAME_MS = 2000;

export interface Encoding {
  pause(): void;
  resume(): void;
  stop(): void;
}

interface EncodingEvents {
  began(): void;
  chunk(chunk: Blob): void;
  /** After the last chunk. */
  ended(): void;
  broke(): void;
  tick(): void;
}

/** Runs the browser's encoder. Key frames every two seconds make seeking and trimming exact without re-encoding. */
export function encode(
  stream: MediaStream,
  { mime, quality }: { mime: string; quality: string },
  events: EncodingEvents,
): Encoding {
  const recorder = new MediaRecorder(stream, {
    mimeType: mime,
    videoBitsPerSecond: presetFor(quality).videoBitsPerSecond,
    audioBitsPerSecond: AUDIO_BITS_PER_SECOND,
    videoKeyFrameIntervalDuration: KEY_FRAME_MS,
  });
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size > 0) events.chunk(data);
  });
  recorder.addEventListener("stop", () => {
    clock.terminate();
    events.ended();
  });
  recorder.addEventListener("error", () => events.broke());
  recorder.start(CHUNK_MS);
  // Chromium's own event comes with the first encoded data, seconds late on a busy computer; time runs from here.
  events.began();
  const clock = startClock(ASK_MS, () => {
    if (recorder.state !== "recording") return;
    recorder.requestData();
    events.tick();
  });

  return {
    pause() {
      if (recorder.state !== "recording") return;
      recorder.pause();
      // A pause may last for hours: what was recorded so far shall not wait in memory.
      recorder.requestData();
    },
    resume() {
      if (recorder.state === "paused") recorder.resume();
    },
    stop() {
      if (recorder.state !== "inactive") recorder.stop();
    },
  };
}
