import type { FoundRecording, Recording } from "#contract/recordings.ts";

type Named = Pick<Recording, "filename" | "original_filename">;

/** Looks in the title and in the name the file came with, as the server searches too. */
export function matches({ filename, original_filename }: Named, search: string) {
  const wanted = search.trim().toLowerCase();
  return (
    filename.toLowerCase().includes(wanted) || original_filename.toLowerCase().includes(wanted)
  );
}

/** Looks in the moments that an earlier search has found in the recording. */
export function saysIt({ matches }: Pick<FoundRecording, "matches">, search: string) {
  const wanted = search.trim().toLowerCase();
  return matches.some(({ text }) => text.toLowerCase().includes(wanted));
}
