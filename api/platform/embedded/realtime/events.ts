import { z } from "zod";
import { mayRead, mayShow } from "./authorise.ts";
import { identify, isJoined, shutDown, untrack, watchExpiry } from "./channel.ts";
import type { Message } from "./frames.ts";
import { type Channel, Refusal, reply } from "./hub.ts";
import { showPresence } from "./join.ts";
import { LIMITS } from "./limits.ts";

const PresencePayload = z.object({
  event: z.string().toLowerCase(),
  payload: z.unknown().optional(),
});

export async function onPresence(channel: Channel, message: Message): Promise<void> {
  const { socket, name, identity } = channel;
  if (!channel.admitPresence() || !socket.data.admitPresence())
    return shutDown(channel, "Client presence rate limit exceeded");
  const { data: said } = PresencePayload.safeParse(message.payload);
  if (said?.event === "untrack") {
    untrack(channel);
    return reply(socket, message, "ok");
  }
  const payload = z.record(z.string(), z.unknown()).safeParse(said?.payload);
  if (said?.event !== "track" || !payload.success)
    return reply(socket, message, "error", { reason: "Presence track payload must be a map" });
  if (JSON.stringify(payload.data).length > LIMITS.presenceBytes)
    return shutDown(channel, "Track message size exceeded");
  // Asked of the policies once per token, then remembered.
  channel.mayTrack ??= await mayShow(socket, name, identity.claims);
  if (!channel.mayTrack) return reply(socket, message, "error");
  await track(channel, payload.data);
  reply(socket, message, "ok");
}

async function track(channel: Channel, payload: object): Promise<void> {
  const { socket, name, identity, reads, presenceKey } = channel;
  // A person who joined without asking for presence sees it from the moment of taking part in it.
  if (!reads.has("presence")) {
    const readable = await mayRead(socket, name, identity.claims, ["presence"]);
    reads.set("presence", readable.has("presence"));
    if (readable.has("presence")) await showPresence(channel);
  }
  if (!isJoined(channel) || Bun.deepEquals(channel.present?.payload, payload)) return;
  const { presence } = socket.data.hub;
  const meta = presence.track(name, presenceKey, payload, channel.present?.meta);
  channel.present = { payload, meta };
}

const TokenPayload = z.object({ access_token: z.string() });

/** A new token: the rights are asked again, and without the right to read it the channel is closed. */
export async function onToken(channel: Channel, { payload }: Message): Promise<void> {
  const { data } = TokenPayload.safeParse(payload);
  if (!data || data.access_token.startsWith("sb_")) return;
  if (data.access_token === channel.identity.token) return;
  const { socket, name, reads } = channel;
  try {
    const identity = await identify(socket.data.hub, data.access_token);
    const readable = await mayRead(socket, name, identity.claims, [...reads.keys()]);
    if (!isJoined(channel)) return;
    if (lost(channel, readable)) throw new Refusal(noLongerReadable(channel));
    channel.identity = identity;
    channel.mayTrack = undefined;
    watchExpiry(channel);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    shutDown(channel, error.message);
  }
}

export const lost = ({ reads }: Channel, readable: ReadonlySet<string>) =>
  [...reads].some(([extension, could]) => could && !readable.has(extension));

export const noLongerReadable = ({ name }: Channel) =>
  `You no longer have permission to read from this Channel topic: ${name}`;
