import { z } from "zod";
import { mayRead } from "./authorise.ts";
import { identify, isJoined, leave, watchExpiry } from "./channel.ts";
import { type Message, PREFIX } from "./frames.ts";
import {
  broadcasts,
  type Channel,
  type Extension,
  isOpen,
  POLICY_VIOLATION,
  presences,
  Refusal,
  reply,
  type Socket,
  tell,
  watching,
} from "./hub.ts";
import { fixedWindow, LIMITS } from "./limits.ts";

const JoinPayload = z.object({
  config: z
    .object({
      private: z.boolean().default(false),
      presence: z
        .object({
          key: z.string().max(LIMITS.presenceKeyLength).default(""),
          enabled: z.boolean().default(false),
        })
        .prefault({}),
      postgres_changes: z.array(z.unknown()).default([]),
    })
    .prefault({}),
  access_token: z.string().nullish(),
});

/** Lets a client onto a private topic that a policy lets it read; otherwise the client is told the reason. */
export async function join(socket: Socket, message: Message): Promise<void> {
  if (!isOpen(socket)) return;
  try {
    await admit(socket, message);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    reply(socket, message, "error", { reason: error.message });
    if (++socket.data.refusedJoins >= LIMITS.refusedJoins)
      socket.close(POLICY_VIOLATION, "Too many refused joins");
  }
}

async function admit(socket: Socket, message: Message): Promise<void> {
  const { config, access_token } = wanted(socket, message);
  const name = message.topic.slice(PREFIX.length);
  const identity = await identify(socket.data.hub, access_token);
  const extensions: Extension[] = ["broadcast"];
  if (config.presence.enabled) extensions.push("presence");
  const readable = await mayRead(socket, name, identity.claims, extensions);
  if (readable.size === 0)
    throw new Refusal(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`,
    );
  if (!isOpen(socket)) return; // it closed while the policies were asked

  const channel: Channel = {
    socket,
    topic: message.topic,
    name,
    joinRef: message.joinRef,
    identity,
    presenceKey: config.presence.key || crypto.randomUUID(),
    reads: new Map(extensions.map((extension) => [extension, readable.has(extension)])),
    mayTrack: undefined,
    admitPresence: fixedWindow(LIMITS.presenceCalls, LIMITS.presenceWindow),
  };
  enter(channel);
  reply(socket, message, "ok", { postgres_changes: [] });
  if (channel.reads.get("presence")) await showPresence(channel);
}

function wanted(socket: Socket, { topic, payload }: Message) {
  if (topic === PREFIX) throw new Refusal("TopicNameRequired: You must provide a topic name");
  const { channels } = socket.data;
  if (channels.size >= LIMITS.channelsPerSocket && !channels.has(topic))
    throw new Refusal("ChannelRateLimitReached: Too many channels");
  const { success, data } = JoinPayload.safeParse(payload);
  if (!success) throw new Refusal("InvalidJoinPayload: The payload of the join is not understood");
  if (!data.config.private)
    throw new Refusal("PrivateOnly: This project only allows private channels");
  if (data.config.postgres_changes.length > 0)
    throw new Refusal("RealtimeDisabledForConfiguration: There are no postgres_changes here");
  return data;
}

/** A second join on the same topic takes the place of the first. */
function enter(channel: Channel): void {
  const { socket } = channel;
  const previous = socket.data.channels.get(channel.topic);
  if (previous) leave(previous);
  socket.data.channels.set(channel.topic, channel);
  socket.data.stopClock?.();
  if (channel.reads.get("broadcast")) socket.subscribe(broadcasts(channel.name));
  watchExpiry(channel);
}

/** Shows the people who are there now, and from here on all who come and go. */
export async function showPresence(channel: Channel): Promise<void> {
  const { socket, name } = channel;
  const { hub } = socket.data;
  socket.subscribe(presences(name));
  await hub.elsewhere?.follow(name);
  if (!isOpen(socket) || !isJoined(channel)) return;
  const { state, count } = hub.presence.shown(name);
  tell(channel, "presence_state", state);
  if (count > Object.keys(state).length) socket.send(watching(name, count));
}
