const longest = 255;
const extension = /\.(mp4|m4v|mov|webm|mkv|avi)$/i;

export interface VideoName {
  /** What people see and change. */
  title: string;
  /** As it was called where it came from. */
  original: string;
}

export function videoName(filename: string): VideoName {
  const original = shorten(filename) || "recording";
  return { original, title: shorten(original.replace(extension, "")) || "Recording" };
}

function shorten(name: string): string {
  // Postgres takes no NUL, and a lone half of a surrogate pair is no text.
  return [...name.toWellFormed().replaceAll("\0", "").trim()].slice(0, longest).join("").trim();
}
