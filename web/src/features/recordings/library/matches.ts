import type { Recording } from "#contract/recordings.ts";

type Named = Pick<Recording, "filename" | "original_filename">;

/** By the title or the name the file came with, as the server searches too. */
export function matches({ filename, original_filename }: Named, search: string) {
  const wanted = search.trim().toLowerCase();
  return (
    filename.toLowerCase().includes(wanted) || original_filename.toLowerCase().includes(wanted)
  );
}
