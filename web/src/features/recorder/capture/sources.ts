import type { Warning } from "#web/features/recorder/messages.ts";
import type { PictureSource } from "#web/lib/picture-source.ts";
import type { Bubble } from "./camera/bubble.ts";
import { composite } from "./camera/composite.ts";
import { mixAudio } from "./mix.ts";
import { presetFor, type Share, wantedPicture } from "./presets.ts";

export interface CaptureWish {
  quality: string;
  picture: PictureSource;
  /** The kind of picture that the browser's picker offers first. */
  surface: "monitor" | "window" | "browser";
  /** A device, the system's own choice, or none. */
  microphone: { deviceId: string } | "default" | "off";
  systemAudio: boolean;
  /** A camera to show in the picture; or which one is the picture. */
  camera: { deviceId: string | null; bubble: Bubble } | null;
}

export interface Sources {
  /** The picture that is recorded and shown: the screen, with the camera over it if wanted; or the camera alone. */
  picture: MediaStreamTrack;
  audio: MediaStreamTrack | null;
  warnings: Warning[];
  /** How loud the sound is now, from 0 to 1. */
  level(): number;
  /** The camera is a part of the picture that can be moved. */
  hasCamera: boolean;
  /** The picture is shown as a mirror does, and recorded as others see it. */
  isMirrored: boolean;
  /** The camera by itself, to show beside the controls. */
  face: MediaStream | null;
  /** All that is on the screen is in the picture, also what floats over it. */
  isWholeScreen: boolean;
  /** Null where no microphone is open. */
  mute: ((isMuted: boolean) => void) | null;
  placeCamera(bubble: Bubble): void;
  lighten(share: Share): Promise<MediaTrackSettings>;
  release(): void;
}

interface SourcesEvents {
  /** The person has just chosen: a window may be opened now, and not after what follows. */
  chosen(): void;
  sharingEnded(): void;
  pictureLost(): void;
  microphoneLost(): void;
  cameraLost(): void;
}

export function openSources(wish: CaptureWish, events: SourcesEvents): Promise<Sources> {
  return wish.picture === "camera" ? openCameraAlone(wish, events) : openScreen(wish, events);
}

/** Asks for the screen first: browsers allow that only in answer to a click, and the answer may take a while. */
async function openScreen(wish: CaptureWish, events: SourcesEvents): Promise<Sources> {
  const display = await navigator.mediaDevices.getDisplayMedia(displayConstraints(wish));
  events.chosen();
  const [screen] = display.getVideoTracks();
  if (!screen) throw new Error("The browser shared a screen without a picture.");
  screen.addEventListener("ended", events.sharingEnded);
  const microphone = await openMicrophone(wish.microphone).catch(() => null);
  const camera = wish.camera && (await openCamera(wish.camera.deviceId).catch(() => null));
  onEnd(microphone, events.microphoneLost);
  onEnd(camera, events.cameraLost);

  return orLetGo(
    () => stop(display, microphone, camera),
    async () => {
      const bubbled = await withCamera(screen, camera, wish);
      const sound = await orLetGo(
        () => bubbled?.release(),
        () => openSound([microphone, display]),
      );
      return {
        picture: bubbled?.track ?? screen,
        audio: sound.track,
        warnings: warningsFor(wish, {
          system: display.getAudioTracks().length > 0,
          microphone: microphone !== null,
          camera: camera !== null,
        }),
        level: sound.level,
        hasCamera: bubbled !== null,
        isMirrored: false,
        face: camera,
        isWholeScreen: isWholeScreen(screen),
        mute: muting(microphone),
        placeCamera: (bubble) => bubbled?.place(bubble),
        lighten: (share) =>
          lighten(wish.quality, share, screen, ...(camera?.getVideoTracks() ?? [])),
        release() {
          bubbled?.release();
          stop(display, microphone, camera);
          sound.close();
        },
      };
    },
  );
}

/** Opens the camera as it is, and a microphone, where no screen can be had. */
async function openCameraAlone(wish: CaptureWish, events: SourcesEvents): Promise<Sources> {
  const camera = await openCameraAsPicture(wish.camera?.deviceId ?? null, wish.quality);
  events.chosen();
  const [picture] = camera.getVideoTracks();
  if (!picture) throw new Error("The browser opened a camera without a picture.");
  picture.addEventListener("ended", events.pictureLost);
  const microphone = await openMicrophone(wish.microphone).catch(() => null);
  onEnd(microphone, events.microphoneLost);
  const sound = await orLetGo(
    () => stop(camera, microphone),
    () => openSound([microphone]),
  );
  return {
    picture,
    audio: sound.track,
    warnings: warningsFor(wish, { system: false, microphone: microphone !== null, camera: true }),
    level: sound.level,
    hasCamera: false,
    isMirrored: isShownMirrored(picture),
    face: camera,
    isWholeScreen: false,
    mute: muting(microphone),
    placeCamera() {},
    lighten: (share) => lighten(wish.quality, share, picture),
    release() {
      stop(camera, microphone);
      sound.close();
    },
  };
}

/** A muted microphone stays open, and what is recorded of it is silence. */
const muting = (microphone: MediaStream | null) =>
  microphone &&
  ((isMuted: boolean) => {
    for (const track of microphone.getAudioTracks()) track.enabled = !isMuted;
  });

async function lighten(
  quality: string,
  share: Share,
  picture: MediaStreamTrack,
  camera?: MediaStreamTrack,
): Promise<MediaTrackSettings> {
  const wanted = wantedPicture(quality, share);
  await picture.applyConstraints(wanted);
  await camera?.applyConstraints({ frameRate: wanted.frameRate });
  return picture.getSettings();
}

/** Everybody knows their own face from mirrors; the picture of a camera at the back is not a face. */
export const isShownMirrored = (camera: Pick<MediaStreamTrack, "getSettings">) =>
  camera.getSettings().facingMode !== "environment";

/** Where nothing can be mixed, the first source is recorded: the microphone, or else the screen's sound. */
async function openSound(streams: (MediaStream | null)[]) {
  const opened = streams.filter((stream) => stream !== null);
  const audible = opened.filter((stream) => stream.getAudioTracks().length > 0);
  const mix = audible.length > 0 ? mixAudio(audible) : null;
  const first = audible.flatMap((stream) => stream.getAudioTracks())[0] ?? null;
  return {
    track: mix && ((await mix.wake()) ? mix.track : first),
    level: () => mix?.level() ?? 0,
    close: () => mix?.close(),
  };
}

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
  return {
    video: { ...wantedPicture(quality), displaySurface: surface },
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

export function openCamera(
  deviceId: string | null,
  size: MediaTrackConstraints = { width: { ideal: 640 }, height: { ideal: 480 } },
): Promise<MediaStream> {
  const device = deviceId === null ? {} : { deviceId: { exact: deviceId } };
  return navigator.mediaDevices.getUserMedia({ video: { ...size, ...device } });
}

/** Opens a camera, as large as the screen would be. Another one takes the place of a camera that is gone. */
export function openCameraAsPicture(deviceId: string | null, quality: string) {
  const size = wantedPicture(quality);
  return openCamera(deviceId, size).catch((error: unknown) => {
    if (!(error instanceof OverconstrainedError)) throw error;
    return openCamera(null, size);
  });
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

/** When an opening fails, what was opened before it is closed: nobody could give it back later. */
async function orLetGo<T>(letGo: () => void, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    letGo();
    throw error;
  }
}

function onEnd(stream: MediaStream | null, ended: () => void) {
  for (const track of stream?.getTracks() ?? []) track.addEventListener("ended", ended);
}

export function stop(...streams: (MediaStream | null)[]) {
  for (const stream of streams) for (const track of stream?.getTracks() ?? []) track.stop();
}

/** Firefox names what was chosen, and not its kind. Where nobody says what it was, nothing is said of it. */
export function isWholeScreen(screen: MediaStreamTrack): boolean {
  const { displaySurface } = screen.getSettings?.() ?? {};
  if (displaySurface !== undefined) return displaySurface === "monitor";
  return /^(Primary Monitor|Screen \d+)$/.test(screen.label);
}
