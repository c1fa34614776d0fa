import { TokenError } from "#api/platform/keys.ts";
import { type Extension, mayRead, mayWrite } from "./authorise.ts";
import {
  broadcasts,
  type Channel,
  deskOf,
  type Hub,
  type Identity,
  presences,
  push,
  Refusal,
  type Socket,
} from "./hub.ts";
import { closeUnlessJoined } from "./unjoined.ts";

const NOBODY: Identity = {
  token: null,
  claims: { role: "anon" },
  expiresAt: Number.POSITIVE_INFINITY,
};

/** A publishable key is no token: it says nothing about the person. */
export async function identify(hub: Hub, token: string | null | undefined): Promise<Identity> {
  if (!token || token.startsWith("sb_")) return NOBODY;
  try {
    const { iat, exp, ...claims } = await hub.keys.verify("realtime", token);
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

/** Asked of the policies once per token, then remembered. */
export async function canRead(hub: Hub, channel: Channel, extension: Extension): Promise<boolean> {
  const known = channel.reads.get(extension);
  if (known !== undefined) return known;
  const allowed = await mayRead(deskOf(hub, channel), channel.name, channel.identity.claims, [
    extension,
  ]);
  channel.reads.set(extension, allowed.has(extension));
  return allowed.has(extension);
}

export async function canWrite(hub: Hub, channel: Channel, extension: Extension): Promise<boolean> {
  const known = channel.writes.get(extension);
  if (known !== undefined) return known;
  const allowed = await mayWrite(
    deskOf(hub, channel),
    channel.name,
    channel.identity.claims,
    extension,
  );
  channel.writes.set(extension, allowed);
  return allowed;
}

const HOUR = 3_600_000;

/** Closes the channel when its token ends, unless a newer one came in time. */
export function watchExpiry(hub: Hub, socket: Socket, channel: Channel): void {
  clearTimeout(channel.expiry);
  const left = channel.identity.expiresAt - Date.now();
  if (left <= 0) shutDown(hub, socket, channel, "Token has expired");
  else if (left < Number.POSITIVE_INFINITY)
    channel.expiry = setTimeout(() => watchExpiry(hub, socket, channel), Math.min(left, HOUR));
}

/** Takes the channel from the client, says why, and does not let it join again by itself. */
export function shutDown(hub: Hub, socket: Socket, channel: Channel, message: string): void {
  const { joinRef, topic, name } = channel;
  push(socket, {
    joinRef,
    ref: null,
    topic,
    event: "system",
    payload: { extension: "system", status: "error", message, channel: name },
  });
  leave(hub, socket, channel);
  push(socket, { joinRef, ref: joinRef, topic, event: "phx_close", payload: {} });
}

export function leave(hub: Hub, socket: Socket, channel: Channel): void {
  clearTimeout(channel.expiry);
  socket.data.channels.delete(channel.topic);
  socket.unsubscribe(broadcasts(channel.name));
  socket.unsubscribe(presences(channel.name));
  untrack(hub, channel);
  if (socket.data.channels.size === 0) closeUnlessJoined(hub, socket);
}

export function untrack(hub: Hub, channel: Channel): void {
  if (!channel.present) return;
  const { meta } = channel.present;
  delete channel.present;
  hub.presence.untrack(channel.name, meta);
}
