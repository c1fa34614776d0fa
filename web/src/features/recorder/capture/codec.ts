/** WebM in the order of the specification; MP4 is for Safari, which records nothing else. */
const preferred = [
  "video/webm;codecs=vp9,opus",
  "video/webm;codecs=vp8,opus",
  "video/webm",
  "video/mp4;codecs=avc1.42E01E,mp4a.40.2",
  "video/mp4",
];

/** The best container and codecs that this browser can record, or null when it can record nothing. */
export function chooseMime(isSupported: (mime: string) => boolean): string | null {
  return preferred.find(isSupported) ?? null;
}
