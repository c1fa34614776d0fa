import { messages } from "#web/features/recorder/messages.ts";
import type { Event } from "#web/features/recorder/steps.ts";
import type { Bubble } from "./camera/bubble.ts";
import { type Encoding, encode } from "./encoding.ts";
import { type Look, nothingOpen } from "./look.ts";
import { LIGHTER, type Share } from "./presets.ts";
import { type CaptureWish, isRefusal, openSources, type Sources } from "./sources.ts";

/** Sources and encoder of one recording. */
export interface Capturing {
  choose(): Promise<void>;
  begin(): void;
  pause(): void;
  resume(): void;
  stop(): void;
  release(): void;
  hasAudio(): boolean;
  /** The track that is recorded, to look at. */
  picture(): MediaStreamTrack | null;
  /** Asks less of this computer, and says what it asks now; null where it cannot be less. */
  lighten(): Promise<string | null>;
  level(): number;
  mute(isMuted: boolean): void;
  placeCamera(bubble: Bubble): void;
}

const now = () => performance.now();

export function startCapturing(
  wish: CaptureWish & { mime: string },
  tell: (event: Event) => void,
  showLook: (look: Partial<Look>) => void,
): Capturing {
  let sources: Sources | null = null;
  let encoding: Encoding | null = null;
  let isReleased = false;
  const lighter = [...LIGHTER];

  return {
    async choose() {
      try {
        sources = await openSources(
          wish,
          eventsFor(tell, showLook, () => isReleased),
        );
      } catch (error) {
        tell({ type: "refused", reason: isRefusal(error) ? wish.picture : "failure" });
        return;
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
        encoding = encode(new MediaStream(audio ? [picture, audio] : [picture]), wish, {
          began: () => tell({ type: "began", at: now() }),
          chunk: (chunk) => tell({ type: "chunk", chunk }),
          ended: () => tell({ type: "ended", at: now() }),
          broke: () => tell({ type: "broke", at: now() }),
          tick: () => tell({ type: "look" }),
        });
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
    lighten: () => lighten(sources, lighter.shift()),
    hasAudio: () => sources?.audio !== null,
    picture: () => sources?.picture ?? null,
    level: () => sources?.level() ?? 0,
    mute(isMuted) {
      sources?.mute?.(isMuted);
      showLook({ microphone: isMuted ? "muted" : "on" });
    },
    placeCamera: (bubble) => sources?.placeCamera(bubble),
  };
}

const eventsFor = (
  tell: (event: Event) => void,
  showLook: (look: Partial<Look>) => void,
  isReleased: () => boolean,
) => ({
  chosen: () => isReleased() || tell({ type: "chosen" }),
  sharingEnded: () => tell({ type: "sharing-ended", at: now() }),
  pictureLost: () => tell({ type: "broke", at: now() }),
  microphoneLost() {
    showLook({ microphone: null });
    tell({ type: "microphone-lost" });
  },
  cameraLost: () => tell({ type: "camera-lost" }),
});

const lookOf = ({ picture, mute, ...sources }: Sources): Look => ({
  preview: new MediaStream([picture]),
  hasCamera: sources.hasCamera,
  isMirrored: sources.isMirrored,
  face: sources.face,
  isWholeScreen: sources.isWholeScreen,
  microphone: mute && "on",
});

const lighten = async (sources: Sources | null, share?: Share) =>
  sources && share ? messages.lightened(await sources.lighten(share)) : null;
