import { IMPORT_LIMIT_BYTES, IMPORT_TOO_LARGE, IMPORT_WRONG_TYPE } from "#contract/recordings.ts";

export const ACCEPTED = [".mp4", ".webm", ".mov", ".avi", ".mkv"] as const;

/** Why a file cannot be imported; undefined when it can. The server looks at the content too. */
export function refusalOf({ name, size }: Pick<File, "name" | "size">): string | undefined {
  const lower = name.toLowerCase();
  if (!ACCEPTED.some((extension) => lower.endsWith(extension))) return IMPORT_WRONG_TYPE;
  if (size > IMPORT_LIMIT_BYTES) return IMPORT_TOO_LARGE;
  return size === 0 ? "The file is empty" : undefined;
}
