import { messages } from "#web/features/recorder/messages.ts";
import type { Event } from "#web/features/recorder/steps.ts";
import { startClock } from "#web/lib/browser/worker-clock.ts";
import type { Bubble } from "./camera/bubble.ts";
import { type Look, nothingOpen } from "./look.ts";
import { AUDIO_BITS_PER_SECOND, LIGHTER, presetFor } from "./presets.ts";
import { type CaptureWish, isRefusal, openSources, type Sources } from "./sources.ts";

export type Capturing = ReturnType<typeof startCapturing>;

const now = () => performance.now();

export function startCapturing(
  wish: CaptureWish & { mime: string },
  tell: (event: Event) => void,
  showLook: (look: Partial<Look>) => void,
) {
  let sources: Sources | null = null;
  let encoding: ReturnType<typeof encode> | null = null;
  let isReleased = false;
  const lighter = [...LIGHTER];
  const hear = (event: Event) => {
    if (event.type === "chosen" && isReleased) return;
    if (event.type === "microphone-lost") showLook({ microphone: null });
    if (event.type === "camera-lost") showLook({ face: null, hasCamera: false });
    tell(event);
  };

  return {
    async choose() {
      try {
        sources = await openSources(wish, hear);
      } catch (error) {
        return tell({ type: "refused", reason: isRefusal(error) ? wish.picture : "failure" });
      }
      // The person cancelled while the browser was still asking: nothing may stay open.
      if (isReleased) return sources.release();
      showLook(lookOf(sources));
      tell({ type: "captured", warnings: sources.warnings });
    },
    begin() {
      if (!sources || isReleased) return;
      const { picture, audio } = sources;
      try {
        encoding = encode(new MediaStream(audio ? [picture, audio] : [picture]), wish, tell);
      } catch {
        tell({ type: "broke", at: now() });
      }
    },
    pause: () => encoding?.pause(),
    resume: () => encoding?.resume(),
    stop: () => encoding?.stop(),
    release() {
      isReleased = true;
      showLook(nothingOpen);
      sources?.release();
    },
    /** Asks less of this computer, and says what it asks now; null where it cannot be less. */
    async lighten() {
      const share = lighter.shift();
      return sources && share ? messages.lightened(await sources.lighten(share)) : null;
    },
    hasAudio: () => sources?.audio !== null,
    picture: () => sources?.picture ?? null,
    sound: () => sources?.sound,
    mute(isMuted: boolean) {
      sources?.mute?.(isMuted);
      showLook({ microphone: isMuted ? "muted" : "on" });
    },
    placeCamera: (bubble: Bubble) => sources?.placeCamera(bubble),
  };
}

const lookOf = ({ picture, mute, hasCamera, isMirrored, face, isWholeScreen }: Sources): Look => ({
  ...{ hasCamera, isMirrored, face, isWholeScreen },
  preview: new MediaStream([picture]),
  microphone: mute && "on",
});

const CHUNK_MS = 1000;
/** Between two chunks the encoder is asked for what it has: a crash then costs half a second and not a whole one. */
const ASK_MS = 500;
const KEY_FRAME_MS = 2000;

/** Runs the browser's encoder. Key frames every two seconds make seeking and trimming exact without re-encoding. */
export function encode(
  stream: MediaStream,
  { mime, quality }: { mime: string; quality: string },
  tell: (event: Event) => void,
) {
  const recorder = new MediaRecorder(stream, {
    mimeType: mime,
    videoBitsPerSecond: presetFor(quality).videoBitsPerSecond,
    audioBitsPerSecond: AUDIO_BITS_PER_SECOND,
    videoKeyFrameIntervalDuration: KEY_FRAME_MS,
  });
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size > 0) tell({ type: "chunk", chunk: data });
  });
  recorder.addEventListener("stop", () => {
    clock.terminate();
    tell({ type: "ended", at: now() });
  });
  recorder.addEventListener("error", () => tell({ type: "broke", at: now() }));
  recorder.start(CHUNK_MS);
  // Chromium's own event comes with the first encoded data, seconds late on a busy computer; time runs from here.
  tell({ type: "began", at: now() });
  const clock = startClock(ASK_MS, () => {
    if (recorder.state !== "recording") return;
    recorder.requestData();
    tell({ type: "look" });
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
