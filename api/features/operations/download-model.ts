import { notFound } from "#api/http/errors.ts";
import type { ModelShelf } from "#api/services/transcription/transcription.ts";

/** It goes on after the answer; how far it is, the server's state says. */
export function downloadModel(shelf: ModelShelf | null, name: string): void {
  if (!shelf?.download(name)) throw notFound("Speech model not found");
}
