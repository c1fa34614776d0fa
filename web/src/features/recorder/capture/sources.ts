import type { Warning } from "#web/features/recorder/messages.ts";
import type { Bubble } from "./camera/bubble.ts";
import { composite } from "./camera/composite.ts";
import { mixAudio } from "./mix.ts";
import { presetFor } from "./presets.ts";

export interface CaptureWish {
  quality: string;
  /** What the browser's picker offers first. */
  surface: "monitor" | "window" | "browser";
  /** A device, the system's own choice, or none. */
  microphone: { deviceId: string } | "default" | "off";
  systemAudio: boolean;
  /** A camera to show in the picture. */
  camera: { deviceId: string | null; bubble: Bubble } | null;
}

export interface Sources {
  /** What is recorded and shown: the screen, with the camera over it if there is one. */
  picture: MediaStreamTrack;
  audio: MediaStreamTrack | null;
  warnings: Warning[];
  /** How loud it is now, from 0 to 1. */
  level(): number;
  hasCamera: boolean;
  placeCamera(bubble: Bubble): void;
  release(): void;
}

interface SourcesEvents {
  sharingEnded(): void;
  microphoneLost(): void;
  cameraLost(): void;
}

/** Asks for the screen first: browsers allow that only in answer to a click, and the answer may take a while. */
export async function openSources(wish: CaptureWish, events: SourcesEvents): Promise<Sources> {
  const display = await navigator.mediaDevices.getDisplayMedia(displayConstraints(wish));
  const [screen] = display.getVideoTracks();
  if (!screen) throw new Error("The browser shared a screen without a picture.");
  screen.addEventListener("ended", events.sharingEnded);
  const microphone = await openMicrophone(wish.microphone).catch(() => null);
  const camera = wish.camera && (await openCamera(wish.camera.deviceId).catch(() => null));
  onEnd(microphone, events.microphoneLost);
  onEnd(camera, events.cameraLost);

  const streams = [display, microphone, camera].filter((stream) => stream !== null);
  const audible = streams.filter((stream) => stream.getAudioTracks().length > 0);
  const mix = audible.length > 0 ? mixAudio(audible) : null;
  const bubbled = await withCamera(screen, camera, wish);

  return {
    picture: bubbled?.track ?? screen,
    audio: mix && ((await mix.wake()) ? mix.track : oneOf(microphone, display)),
    warnings: warningsFor(wish, {
      system: display.getAudioTracks().length > 0,
      microphone: microphone !== null,
      camera: camera !== null,
    }),
    level: () => mix?.level() ?? 0,
    hasCamera: bubbled !== null,
    placeCamera: (bubble) => bubbled?.place(bubble),
    release() {
      bubbled?.release();
      for (const stream of streams) for (const track of stream.getTracks()) track.stop();
      mix?.close();
    },
  };
}

/** Where nothing can be mixed, one source is recorded: the microphone, or else the screen's sound. */
const oneOf = (...streams: (MediaStream | null)[]) =>
  streams.flatMap((stream) => stream?.getAudioTracks() ?? [])[0] ?? null;

/** The person said no, or closed the picker, as opposed to something that broke. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotAllowedError";
}

export function warningsFor(
  wish: Pick<CaptureWish, "microphone" | "systemAudio" | "camera">,
  got: { system: boolean; microphone: boolean; camera: boolean },
): Warning[] {
  const warnings: Warning[] = [];
  if (wish.microphone !== "off" && !got.microphone) warnings.push("no-microphone");
  if (wish.systemAudio && !got.system)
    warnings.push(got.microphone ? "no-system-audio" : "no-audio");
  if (wish.camera && !got.camera) warnings.push("no-camera");
  return warnings;
}

export async function openMicrophone(
  choice: CaptureWish["microphone"],
): Promise<MediaStream | null> {
  if (choice === "off") return null;
  const device = choice === "default" ? {} : { deviceId: { exact: choice.deviceId } };
  return navigator.mediaDevices.getUserMedia({
    audio: { ...device, echoCancellation: true, noiseSuppression: true },
  });
}

function displayConstraints({
  quality,
  surface,
  systemAudio,
}: CaptureWish): DisplayMediaStreamOptions {
  const { width, height, frameRate } = presetFor(quality);
  return {
    video: {
      width: { ideal: width },
      height: { ideal: height },
      frameRate: { ideal: frameRate },
      displaySurface: surface,
    },
    // These filters are made for voices and would spoil the screen's sound.
    audio: systemAudio && {
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: false,
    },
    ...(systemAudio && { systemAudio: "include" }),
    surfaceSwitching: "include",
    selfBrowserSurface: "include",
  };
}

export function openCamera(deviceId: string | null): Promise<MediaStream> {
  const size = { width: { ideal: 640 }, height: { ideal: 480 } };
  const device = deviceId === null ? {} : { deviceId: { exact: deviceId } };
  return navigator.mediaDevices.getUserMedia({ video: { ...size, ...device } });
}

async function withCamera(
  screen: MediaStreamVideoTrack,
  camera: MediaStream | null,
  wish: CaptureWish,
) {
  const [face] = camera?.getVideoTracks() ?? [];
  if (!face || !wish.camera) return null;
  const { frameRate } = presetFor(wish.quality);
  return composite({ screen, camera: face, frameRate }, wish.camera.bubble);
}

function onEnd(stream: MediaStream | null, ended: () => void) {
  for (const track of stream?.getTracks() ?? []) track.addEventListener("ended", ended);
}
