import { TokenError } from "#api/platform/keys.ts";
import {
  broadcasts,
  type Channel,
  closeUnlessJoined,
  type Hub,
  type Identity,
  presences,
  Refusal,
  tell,
} from "./hub.ts";

/** A publishable key is no token: it says nothing about the person, and no policy lets nobody hear anything. */
export async function identify(
  { keys }: Pick<Hub, "keys">,
  token: string | null | undefined,
): Promise<Identity> {
  if (!token || token.startsWith("sb_")) throw new Refusal("Unauthorized: A token is needed");
  try {
    const { iat, exp, ...claims } = await keys.verify("realtime", token);
    return { token, claims, expiresAt: exp * 1000 };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    throw new Refusal(REASONS[error.reason]);
  }
}

const REASONS = {
  expired: "InvalidJWTToken: Token has expired",
  signature: "JwtSignatureError: Failed to validate JWT signature",
  claims: "InvalidJWTToken: Fields `role` and `exp` are required in JWT",
};

const HOUR = 3_600_000;

/** Closes the channel when its token ends, unless a newer one came in time. */
export function watchExpiry(channel: Channel): void {
  clearTimeout(channel.expiry);
  const left = channel.identity.expiresAt - Date.now();
  if (left <= 0) shutDown(channel, "Token has expired");
  else channel.expiry = setTimeout(() => watchExpiry(channel), Math.min(left, HOUR));
}

/** Takes the channel from the client, says why, and does not let it join again by itself. */
export function shutDown(channel: Channel, message: string): void {
  const { joinRef, name } = channel;
  tell(channel, "system", { extension: "system", status: "error", message, channel: name });
  leave(channel);
  tell(channel, "phx_close", {}, joinRef);
}

/** A channel may have been left, or another have taken its place, while the policies were asked. */
export const isJoined = (channel: Channel) =>
  channel.socket.data.channels.get(channel.topic) === channel;

export function leave(channel: Channel): void {
  const { socket, topic, name } = channel;
  clearTimeout(channel.expiry);
  socket.data.channels.delete(topic);
  socket.unsubscribe(broadcasts(name));
  socket.unsubscribe(presences(name));
  untrack(channel);
  if (socket.data.channels.size === 0) closeUnlessJoined(socket);
}

export function untrack(channel: Channel): void {
  if (!channel.present) return;
  const { meta } = channel.present;
  delete channel.present;
  channel.socket.data.hub.presence.untrack(channel.name, meta);
}
