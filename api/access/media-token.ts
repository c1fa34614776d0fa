import type { Caller } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { MEDIA_TOKEN_SECONDS } from "#contract/durations.ts";
import type { MediaToken } from "#contract/recordings.ts";

/** For elements that cannot send headers: this caller's rights, on one recording alone. */
export async function signMediaToken(
  keys: Keys,
  { sub, sid, share, unlock }: Caller,
  recording: string,
): Promise<MediaToken> {
  const since = Date.now();
  const claims = { recording, sub, sid, share, unlock, since };
  const token = await keys.sign("media", claims);
  return { token, expires_at: new Date(since + MEDIA_TOKEN_SECONDS * 1000).toISOString() };
}
