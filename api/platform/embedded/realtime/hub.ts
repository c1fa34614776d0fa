import type postgres from "postgres";
import type { Keys, RealtimeClaims } from "#api/platform/keys.ts";
import type { Report } from "#api/platform/report.ts";
import type { Desk, Extension } from "./authorise.ts";
import { type Message, textFrame } from "./frames.ts";
import { headcount } from "./limits.ts";
import { createPresence, type Meta, type Presence } from "./presence.ts";

/** What all sockets share. */
export interface Hub {
  pool: postgres.Sql;
  keys: Keys;
  presence: Presence;
  sockets: Set<Socket>;
  /** How many sockets come from each network. */
  origins: ReturnType<typeof headcount>;
  mostFrom: readonly number[];
  later: Later;
  /** To everyone on a feed, on whichever socket. */
  publish(feed: string, frame: string | Uint8Array): void;
  report: Report;
}

/** Does something after so many milliseconds, unless what it gives back is called before. */
export type Later = (milliseconds: number, run: () => void) => () => void;

export type Socket = Bun.ServerWebSocket<SocketData>;

export interface SocketData {
  /** The networks it comes from, from narrow to wide. */
  from: readonly string[];
  /** While it has joined nothing: stops the clock. */
  stopClock?: () => void;
  channels: Map<string, Channel>;
  refusedJoins: number;
  /** Whether one more message is within the limit. */
  admit: () => boolean;
  /** The frames of one socket are handled one after the other, in the order they came. */
  work: Promise<void>;
  /** Bytes of those that wait. */
  waiting: number;
  /** On all channels together: who leaves and joins again has said no less. */
  admitPresence: () => boolean;
}

/** Who speaks: the token as it came, and what it says. Nobody in particular has none. */
export interface Identity {
  token: string | null;
  claims: RealtimeClaims;
  expiresAt: number;
}

/** One topic joined on one socket. */
export interface Channel {
  /** As clients call it, and what follows its prefix, as policies and the database do. */
  topic: string;
  name: string;
  joinRef: string | null;
  /** The narrowest it comes from. */
  network: string;
  identity: Identity;
  wantsReceipts: boolean;
  wantsOwnBroadcasts: boolean;
  presenceKey: string;
  /** What was asked so far of each right; a new token or a new look at the policies starts over. */
  reads: Map<Extension, boolean>;
  writes: Map<Extension, boolean>;
  admitPresence: () => boolean;
  present?: { payload: object; meta: Meta };
  expiry?: Timer;
}

/** A reason that the client is told. */
export class Refusal extends Error {}

export function createHub(
  shared: Pick<Hub, "pool" | "keys" | "publish" | "report" | "later" | "mostFrom">,
): Hub {
  return { ...shared, presence: createPresence(), sockets: new Set(), origins: headcount() };
}

export const broadcasts = (name: string) => `broadcast:${name}`;
export const presences = (name: string) => `presence:${name}`;

export const networkOf = ({ data }: Socket) => data.from[0] ?? "";
export const deskOf = ({ pool }: Hub, { network }: Pick<Channel, "network">): Desk => ({
  pool,
  network,
});

export const isOpen = (socket: Socket) => socket.readyState === WebSocket.OPEN;

export function push(socket: Socket, message: Message): void {
  if (isOpen(socket)) socket.send(textFrame(message));
}

/** The answer to one message, told by its reference. */
export function reply(
  socket: Socket,
  to: { joinRef: string | null; ref: string | null; topic: string },
  status: "ok" | "error",
  response: unknown = {},
): void {
  const { joinRef, ref, topic } = to;
  push(socket, { joinRef, ref, topic, event: "phx_reply", payload: { status, response } });
}
