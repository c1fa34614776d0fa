import type { Probe } from "./probe.ts";

/** The work that is needed so that every browser plays the file and seeks in it. */
export type Plan = "keep" | "remux-webm" | "remux-mp4" | "transcode";

const webmVideo = ["vp8", "vp9", "av1"];
const webmAudio = ["opus", "vorbis"];
const mp4Video = ["avc", "av1", "vp9"];
const mp4Audio = ["aac", "mp3", "opus", "flac"];

export function planFor(probe: Probe, isIndexed: boolean): Plan {
  const target = targetOf(probe);
  if (target === null) return "transcode";
  if (target === probe.container && isIndexed && probe.beginsAtZero) return "keep";
  return `remux-${target}`;
}

/** The container whose players know these codecs; null when there is none. */
function targetOf({ container, videoCodec, audioCodec, hasAudio, videoCodecString }: Probe) {
  const fits = (video: string[], audio: string[]) =>
    videoCodec !== null &&
    video.includes(videoCodec) &&
    (!hasAudio || (audioCodec !== null && audio.includes(audioCodec)));
  if (container === "avi" || !hasPlayableProfile(videoCodecString)) return null;
  const isMp4 = fits(mp4Video, mp4Audio);
  if (isMp4 && container === "mp4") return "mp4";
  if (fits(webmVideo, webmAudio)) return "webm";
  return isMp4 ? "mp4" : null;
}

/** Browsers decode H.264 in 8 bits 4:2:0: baseline, main, extended and high. */
function hasPlayableProfile(codec: string | null): boolean {
  const profile = /^avc[13]\.([0-9a-f]{2})/i.exec(codec ?? "")?.[1];
  return profile === undefined || ["42", "4d", "58", "64"].includes(profile.toLowerCase());
}
