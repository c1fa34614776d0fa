import { notFound } from "#api/http/errors.ts";
import type { ModelShelf } from "#api/services/transcription/transcription.ts";

/** The download goes on after the answer; the server's state tells its progress. */
export function downloadModel(shelf: ModelShelf | null, name: string): void {
  if (!shelf?.download(name)) throw notFound("Speech model not found");
}
