import type postgres from "postgres";
import type { Keys, RealtimeClaims } from "#api/platform/keys.ts";
import type { Report } from "#api/platform/report.ts";
import type { Elsewhere } from "./elsewhere.ts";
import { broadcastFrame, type Message, PREFIX, textFrame } from "./frames.ts";
import { headcount, LIMITS } from "./limits.ts";
import { createPresence, type Meta, type Presence } from "./presence.ts";

/** The state that all sockets share. */
export interface Hub {
  pool: postgres.Sql;
  keys: Keys;
  presence: Presence;
  /** Where other processes share the database. */
  elsewhere?: Elsewhere;
  sockets: Set<Socket>;
  /** The number of sockets from each network. */
  origins: ReturnType<typeof headcount>;
  mostFrom: readonly number[];
  later: Later;
  /** Sends a frame to everybody on a feed, on whichever socket. */
  publish(feed: string, frame: string | Uint8Array): void;
  report: Report;
  /** Delivers all that was announced. */
  catchUp(): Promise<void>;
}

/** Does something after so many milliseconds, unless the function that it returns is called before. */
export type Later = (milliseconds: number, run: () => void) => () => void;

export type Socket = Bun.ServerWebSocket<SocketData>;

export interface SocketData {
  hub: Hub;
  /** The networks that the socket comes from, from narrow to wide. */
  from: readonly string[];
  /** Stops the clock that runs while the socket has joined nothing. */
  stopClock?: () => void;
  channels: Map<string, Channel>;
  refusedJoins: number;
  /** Whether one more message is within the limit. */
  admit: () => boolean;
  /** The frames of one socket are handled one after the other, in the order they came. */
  work: Promise<void>;
  /** The bytes of the frames that wait. */
  waiting: number;
  /** A limit over all channels together: leaving and joining again does not start it anew. */
  admitPresence: () => boolean;
}

/** The person on a channel: the token as it came, and its claims. */
export interface Identity {
  token: string;
  claims: RealtimeClaims;
  expiresAt: number;
}

/** The two kinds of right that policies on `realtime.messages` tell apart by the column `extension`. */
export type Extension = "broadcast" | "presence";

/** One topic joined on one socket. */
export interface Channel {
  socket: Socket;
  /** `topic` is the name that clients use; `name`, the part after its prefix, that of policies and the database. */
  topic: string;
  name: string;
  joinRef: string | null;
  identity: Identity;
  presenceKey: string;
  /** The answers so far about each right; a new token or a new check of the policies starts over. */
  reads: Map<Extension, boolean>;
  mayTrack: boolean | undefined;
  admitPresence: () => boolean;
  present?: { payload: object; meta: Meta };
  expiry?: Timer;
}

/** A reason that the client is told. */
export class Refusal extends Error {}

export function createHub(
  shared: Pick<Hub, "pool" | "keys" | "publish" | "report" | "later" | "mostFrom" | "catchUp">,
): Hub {
  const presence = createPresence({
    changed: (name) => hub.elsewhere?.changed(name),
    tell(name, { diff, count }) {
      const to = { joinRef: null, ref: null, topic: PREFIX + name };
      if (diff)
        hub.publish(presences(name), textFrame({ ...to, event: "presence_diff", payload: diff }));
      if (count !== undefined) hub.publish(broadcasts(name), watching(name, count));
    },
  });
  const hub: Hub = { ...shared, presence, sockets: new Set(), origins: headcount() };
  return hub;
}

/** The number of all who are present, of whom only some are shown. */
export function watching(name: string, count: number): Uint8Array {
  return broadcastFrame({ topic: name, event: "watching", body: JSON.stringify({ count }) });
}

export const broadcasts = (name: string) => `broadcast:${name}`;
export const presences = (name: string) => `presence:${name}`;

export const isOpen = (socket: Socket) => socket.readyState === WebSocket.OPEN;

export const POLICY_VIOLATION = 1008;

/** A socket that has joined nothing holds a place that somebody else could use. */
export function closeUnlessJoined(socket: Socket): void {
  const { data } = socket;
  data.stopClock?.();
  data.stopClock = data.hub.later(LIMITS.joinWithin, () => {
    // A client that waits for our answer has done its part.
    if (data.waiting > 0) closeUnlessJoined(socket);
    else socket.close(POLICY_VIOLATION, "Nothing was joined");
  });
}

function push(socket: Socket, message: Message): void {
  if (isOpen(socket)) socket.send(textFrame(message));
}

/** Something that nobody has asked for, on a topic that was joined. */
export function tell(channel: Channel, event: string, payload: unknown, ref: string | null = null) {
  const { socket, joinRef, topic } = channel;
  push(socket, { joinRef, ref, topic, event, payload });
}

/** The answer to one message, told by its reference. */
export function reply(
  socket: Socket,
  to: Message,
  status: "ok" | "error",
  response: unknown = {},
): void {
  push(socket, { ...to, event: "phx_reply", payload: { status, response } });
}
