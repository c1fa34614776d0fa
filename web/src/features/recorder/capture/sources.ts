import type { Warning } from "#web/features/recorder/messages.ts";
import type { Event } from "#web/features/recorder/steps.ts";
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
  microphone: { deviceId: string } | "default" | "off";
  systemAudio: boolean;
  /** A camera to show in the picture; or which one is the picture. */
  camera: { deviceId: string | null; bubble: Bubble } | null;
}

export type Sources = Awaited<ReturnType<typeof openSources>>;

/** Asks first for the screen: browsers allow it only in answer to a click, and the answer may take a while. */
export async function openSources(wish: CaptureWish, tell: (event: Event) => void) {
  const isScreen = wish.picture === "screen";
  const shown = await (isScreen
    ? navigator.mediaDevices.getDisplayMedia(displayConstraints(wish))
    : openCameraAsPicture(wish.camera?.deviceId ?? null, wish.quality));
  // A window may be opened now, and not after what follows.
  tell({ type: "chosen" });
  const [track] = shown.getVideoTracks();
  if (!track) throw new Error("The browser opened a source without a picture.");
  const lost = isScreen ? "sharing-ended" : "broke";
  track.addEventListener("ended", () => tell({ type: lost, at: performance.now() }));
  const microphone = await openMicrophone(wish.microphone).catch(() => null);
  const beside = isScreen && wish.camera;
  const camera = beside ? await openCamera(beside.deviceId).catch(() => null) : null;
  onEnd(microphone, () => tell({ type: "microphone-lost" }));
  onEnd(camera, () => tell({ type: "camera-lost" }));

  const closing = [() => stop(shown, microphone, camera)];
  const release = () => {
    for (const close of closing) close();
  };
  try {
    const { frameRate } = presetFor(wish.quality);
    const [face] = camera?.getVideoTracks() ?? [];
    const parts = face && { screen: track, camera: face, frameRate };
    const bubbled = parts && wish.camera ? await composite(parts, wish.camera.bubble) : null;
    if (bubbled) closing.unshift(bubbled.release);
    const sound = await openSound([microphone, shown]);
    closing.push(sound.close);
    return {
      /** The picture that is recorded and shown: the screen, with the camera over it if wanted; or the camera alone. */
      picture: bubbled?.track ?? track,
      audio: sound.track,
      warnings: warningsFor(wish, {
        system: shown.getAudioTracks().length > 0,
        microphone: microphone !== null,
        camera: !isScreen || camera !== null,
      }),
      sound,
      /** The camera is a part of the picture that can be moved. */
      hasCamera: bubbled !== null,
      /** The picture is shown as a mirror does, and recorded as others see it. */
      isMirrored: !isScreen && isShownMirrored(track),
      /** The camera by itself, to show beside the controls. */
      face: isScreen ? camera : shown,
      /** All that is on the screen is in the picture, also what floats over it. */
      isWholeScreen: isScreen && isWholeScreen(track),
      mute: muting(microphone),
      placeCamera: (bubble: Bubble) => bubbled?.place(bubble),
      lighten: (share: Share) => lighten(wantedPicture(wish.quality, share), track, camera),
      release,
    };
  } catch (error) {
    // All that was opened before is closed: nobody could give it back later.
    release();
    throw error;
  }
}

/** A muted microphone stays open, and what is recorded of it is silence. */
const muting = (microphone: MediaStream | null) =>
  microphone &&
  ((isMuted: boolean) => {
    for (const track of microphone.getAudioTracks()) track.enabled = !isMuted;
  });

async function lighten(
  wanted: ReturnType<typeof wantedPicture>,
  picture: MediaStreamTrack,
  camera: MediaStream | null,
): Promise<MediaTrackSettings> {
  await picture.applyConstraints(wanted);
  await camera?.getVideoTracks()[0]?.applyConstraints({ frameRate: wanted.frameRate });
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
  const isMixed = (await mix?.wake()) ?? false;
  return {
    /** Only then does the level tell of what is recorded. */
    isMixed,
    track: mix && isMixed ? mix.track : first,
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

export async function openMicrophone(choice: CaptureWish["microphone"]) {
  if (choice === "off") return null;
  return openDevice(choice === "default" ? null : choice.deviceId, (device) => ({
    audio: { ...device, echoCancellation: true, noiseSuppression: true },
  }));
}

/** The device that was chosen. Where it is gone, the browser's own choice takes its place. */
function openDevice(id: string | null, wanted: (device: object) => MediaStreamConstraints) {
  const open = (device: object) => navigator.mediaDevices.getUserMedia(wanted(device));
  if (id === null) return open({});
  return open({ deviceId: { exact: id } }).catch((error: unknown) => {
    if (!(error instanceof OverconstrainedError)) throw error;
    return open({});
  });
}

function displayConstraints(wish: CaptureWish): DisplayMediaStreamOptions {
  const { quality, surface, systemAudio } = wish;
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

export const openCamera = (
  deviceId: string | null,
  size: MediaTrackConstraints = { width: { ideal: 640 }, height: { ideal: 480 } },
) => openDevice(deviceId, (device) => ({ video: { ...size, ...device } }));

/** Opens a camera, as large as the screen would be. */
export const openCameraAsPicture = (deviceId: string | null, quality: string) =>
  openCamera(deviceId, wantedPicture(quality));

export function onEnd(stream: MediaStream | null, ended: () => void) {
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
