import { z } from "zod";
import { mayRead } from "./authorise.ts";
import { canRead, canWrite, identify, shutDown, untrack, watchExpiry } from "./channel.ts";
import { type Broadcast, broadcastFrame, JSON_TEXT, type Message } from "./frames.ts";
import { broadcasts, type Channel, deskOf, type Hub, Refusal, reply, type Socket } from "./hub.ts";
import { showPresence } from "./join.ts";
import { LIMITS } from "./limits.ts";

/** A broadcast that a policy forbids is dropped without a word, as hosted does. */
export async function onBroadcast(
  hub: Hub,
  socket: Socket,
  channel: Channel,
  ref: string | null,
  sent: Broadcast,
): Promise<void> {
  const to = { joinRef: channel.joinRef, ref, topic: channel.topic };
  if (sent.body.length > LIMITS.payloadBytes) {
    if (channel.wantsReceipts) reply(socket, to, "error", { reason: "payload_size_exceeded" });
    return;
  }
  if (!(await canWrite(hub, channel, "broadcast"))) return;
  const frame = broadcastFrame(sent);
  if (channel.wantsOwnBroadcasts) hub.publish(broadcasts(channel.name), frame);
  else socket.publish(broadcasts(channel.name), frame);
  if (channel.wantsReceipts) reply(socket, to, "ok");
}

const BroadcastPayload = z.object({ event: z.string(), payload: z.unknown().optional() });

/** The text form, which clients use when they cannot send binary frames. */
export function readTextBroadcast({ topic, payload }: Message): Broadcast | undefined {
  const { success, data } = BroadcastPayload.safeParse(payload);
  if (!success) return undefined;
  const body = new TextEncoder().encode(JSON.stringify(data.payload ?? {}));
  return { topic, event: data.event, encoding: JSON_TEXT, body };
}

const PresencePayload = z.object({
  event: z.string().toLowerCase(),
  payload: z.unknown().optional(),
});

export async function onPresence(
  hub: Hub,
  socket: Socket,
  channel: Channel,
  message: Message,
): Promise<void> {
  if (!channel.admitPresence() || !socket.data.admitPresence())
    return shutDown(hub, socket, channel, "Client presence rate limit exceeded");
  const { data: said } = PresencePayload.safeParse(message.payload);
  if (said?.event === "untrack") {
    untrack(hub, channel);
    return reply(socket, message, "ok");
  }
  const payload = z.record(z.string(), z.unknown()).safeParse(said?.payload);
  if (said?.event !== "track" || !payload.success)
    return reply(socket, message, "error", { reason: "Presence track payload must be a map" });
  if (JSON.stringify(payload.data).length > LIMITS.presenceBytes)
    return shutDown(hub, socket, channel, "Track message size exceeded");
  if (!(await canWrite(hub, channel, "presence"))) return reply(socket, message, "error");
  await track(hub, socket, channel, payload.data);
  reply(socket, message, "ok");
}

async function track(hub: Hub, socket: Socket, channel: Channel, payload: object): Promise<void> {
  const isFirst = !channel.reads.has("presence");
  // A person who joined without asking for presence sees it from the moment of taking part in it.
  if (isFirst && (await canRead(hub, channel, "presence")))
    await showPresence(hub, socket, channel);
  if (Bun.deepEquals(channel.present?.payload, payload)) return;
  const { name, presenceKey, present } = channel;
  const meta = hub.presence.track(name, presenceKey, payload, present?.meta);
  channel.present = { payload, meta };
}

const TokenPayload = z.object({ access_token: z.string() });

/** A new token: the rights are asked again, and without the right to read it the channel is closed. */
export async function onToken(
  hub: Hub,
  socket: Socket,
  channel: Channel,
  { payload }: Message,
): Promise<void> {
  const { data } = TokenPayload.safeParse(payload);
  if (!data || data.access_token.startsWith("sb_")) return;
  if (data.access_token === channel.identity.token) return;
  try {
    const identity = await identify(hub, data.access_token);
    const extensions = [...channel.reads.keys()];
    const readable = await mayRead(deskOf(hub, channel), channel.name, identity.claims, extensions);
    if (lost(channel, readable)) throw new Refusal(noLongerReadable(channel));
    channel.identity = identity;
    channel.writes.clear();
    watchExpiry(hub, socket, channel);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    shutDown(hub, socket, channel, error.message);
  }
}

export const lost = ({ reads }: Channel, readable: ReadonlySet<string>) =>
  [...reads].some(([extension, could]) => could && !readable.has(extension));

export const noLongerReadable = ({ name }: Channel) =>
  `You no longer have permission to read from this Channel topic: ${name}`;
