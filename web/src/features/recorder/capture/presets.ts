import { Quality } from "#contract/account.ts";

/** The ideals that a quality asks of the browser: a smaller screen is recorded as it is. */
const presets = {
  low: { width: 854, height: 480, frameRate: 24, videoBitsPerSecond: 1_000_000 },
  medium: { width: 1280, height: 720, frameRate: 30, videoBitsPerSecond: 2_500_000 },
  high: { width: 1920, height: 1080, frameRate: 30, videoBitsPerSecond: 5_000_000 },
  ultra: { width: 3840, height: 2160, frameRate: 60, videoBitsPerSecond: 20_000_000 },
} satisfies Record<Quality, object>;

/** The steps for a computer that does not keep up: fewer frames first, then a smaller picture. */
export const LIGHTER = [
  { frames: 1 / 2, size: 1 },
  { frames: 1 / 4, size: 1 },
  { frames: 1 / 4, size: 1 / 2 },
];
export type Share = (typeof LIGHTER)[number];

export const AUDIO_SAMPLE_RATE = 44_100;
export const AUDIO_BITS_PER_SECOND = 128_000;

/** A quality this client does not know, from a newer server or an older one, records in high. */
const Known = Quality.catch("high");

export const presetFor = (quality: string) => presets[Known.parse(quality)];

export function wantedPicture(quality: string, { frames, size }: Share = { frames: 1, size: 1 }) {
  const { width, height, frameRate } = presetFor(quality);
  const wanted = Math.round(frameRate * frames);
  return {
    width: { ideal: width * size },
    height: { ideal: height * size },
    frameRate: { ideal: wanted, ...(frames < 1 && { max: wanted }) },
  };
}

/** The expected bytes of a second of recording, before there is one to weigh. */
export function expectedBytesPerSecond(quality: string): number {
  return (presetFor(quality).videoBitsPerSecond + AUDIO_BITS_PER_SECOND) / 8;
}

/** WebM in the order of the specification; MP4 is for Safari, which records nothing else. */
const preferred = [
  "video/webm;codecs=vp9,opus",
  "video/webm;codecs=vp8,opus",
  "video/webm",
  "video/mp4;codecs=avc1.42E01E,mp4a.40.2",
  "video/mp4",
];

export function chooseMime(isSupported: (mime: string) => boolean): string | null {
  return preferred.find(isSupported) ?? null;
}
