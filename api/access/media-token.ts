import type { Caller } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import type { MediaToken } from "#contract/recordings.ts";

export const MEDIA_SECONDS = 6 * 3600;

/** For elements that cannot send headers: this caller's rights, on one recording alone, for six hours. */
export async function signMediaToken(
  keys: Keys,
  { sub, sid, share, unlock }: Caller,
  recording: string,
): Promise<MediaToken> {
  const since = Date.now();
  const claims = { recording, sub, sid, share, unlock, since };
  const token = await keys.sign("media", claims, MEDIA_SECONDS);
  return { token, expires_at: new Date(since + MEDIA_SECONDS * 1000).toISOString() };
}
