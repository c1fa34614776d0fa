import type { Event } from "#web/features/recorder/machine.ts";
import type { Bubble } from "./camera/bubble.ts";
import { type Encoding, encode } from "./encoding.ts";
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
  /** What is recorded, to look at. */
  picture(): MediaStreamTrack | null;
  level(): number;
  placeCamera(bubble: Bubble): void;
}

const now = () => performance.now();

export function startCapturing(
  wish: CaptureWish & { mime: string },
  tell: (event: Event) => void,
  showPreview: (stream: MediaStream | null, hasCamera: boolean) => void,
): Capturing {
  let sources: Sources | null = null;
  let encoding: Encoding | null = null;
  let isReleased = false;

  return {
    async choose() {
      try {
        sources = await openSources(wish, {
          sharingEnded: () => tell({ type: "sharing-ended", at: now() }),
          microphoneLost: () => tell({ type: "microphone-lost" }),
          cameraLost: () => tell({ type: "camera-lost" }),
        });
      } catch (error) {
        tell({ type: "refused", reason: isRefusal(error) ? "permission" : "failure" });
        return;
      }
      // Cancelled while the browser was still asking: nothing may stay open.
      if (isReleased) return sources.release();
      showPreview(new MediaStream([sources.picture]), sources.hasCamera);
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
      showPreview(null, false);
      sources?.release();
    },
    hasAudio: () => sources?.audio !== null,
    picture: () => sources?.picture ?? null,
    level: () => sources?.level() ?? 0,
    placeCamera: (bubble) => sources?.placeCamera(bubble),
  };
}
