import type { RealtimeChannel } from "@supabase/supabase-js";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { RealtimeToken } from "#contract/config.ts";
import { type EventOn, isEventOn, recordingTopic, type Topic } from "#contract/events.ts";
import { Watching } from "#contract/watchers.ts";
import { isInOwnFrame } from "#web/lib/browser/own-frame.ts";
import { type Listeners, listeners } from "#web/lib/listeners.ts";
import { onSessionChange, sessionToken, sessionUserId } from "#web/lib/session.ts";
import { unlockOf } from "#web/lib/share-scope.ts";
import { loadConfig, newRealtimeToken } from "./config.ts";
import { markStale } from "./stale.ts";
import { keyIn, watcherKey } from "./watchers.ts";

/** 'joined' is our own event: data read before it, or before a break, may have changed unheard. */
export type Heard<Where extends Topic> = EventOn<Where> | "joined";

interface Channel {
  listeners: Listeners<string>;
  counters: Listeners<Present>;
  present: Present;
  close: () => void;
  /** The server has closed it, for its token or for what this page may hear. */
  lost: () => void;
}

/** By which link a page hears, if by one; and whether it hears the recording's other pages without being one of them. */
interface Visitor {
  shareToken?: string | undefined;
  isUnseen?: boolean;
}

/** For each page on the channel, this one included, the key of its presence, where it has one. */
interface Present {
  keys: readonly (string | undefined)[];
  own: string | undefined;
  /** The server's word, where there are more than it shows. */
  count: number;
}

const NOBODY: Present = { keys: [], own: undefined, count: 0 };

/** How often a server has closed a topic: a token may be why, whatever this computer's clock says of it. */
let losses = 0;

const clients = new Map<string, ReturnType<typeof connect>>();
const channels = new Map<string, Channel>();

/** Hears everything said on a private topic while mounted; `null` listens to nothing. */
export function useTopic<Where extends Topic>(
  topic: Where | null,
  onEvent: (name: Heard<Where>) => void,
  shareToken?: string,
) {
  const hear = useEffectEvent(onEvent);
  useEffect(() => {
    if (topic === null) return;
    return enter(topic, { shareToken }, ({ listeners }) =>
      listeners.add((name) => {
        if (name === "joined" || isEventOn(topic, name)) hear(name);
      }),
    );
  }, [topic, shareToken]);
}

/** Without `events`, whatever is said makes the keys stale. */
export function useStaleTopic<Where extends Topic>(
  topic: Where | null,
  keys: readonly QueryKey[],
  shareToken?: string,
  events?: readonly Heard<Where>[],
) {
  const queryClient = useQueryClient();
  const isNews = (name: Heard<Where>) => events?.includes(name) ?? true;
  useTopic(topic, (name) => isNews(name) && markStale(queryClient, ...keys), shareToken);
}

/** The number of pages that have this recording open now, this one included; 0 until it is known. */
export function useViewers(recordingId: string, shareToken?: string) {
  const { keys, count } = usePresent(recordingId, shareToken);
  return Math.max(keys.length, count);
}

/** The keys of all pages that have this recording open; this one hears them, and is none of them. */
export const usePresentAt = (recordingId: string) => usePresent(recordingId, undefined, true).keys;

export function useOtherViewers(recordingId: string) {
  const { keys, own } = usePresent(recordingId);
  const here = keys.indexOf(own);
  return here < 0 ? keys : keys.toSpliced(here, 1);
}

function usePresent(recordingId: string, shareToken?: string, isUnseen = false) {
  const [present, setPresent] = useState(NOBODY);
  useEffect(() => {
    return enter(recordingTopic(recordingId), { shareToken, isUnseen }, ({ present, counters }) => {
      setPresent(present);
      return counters.add(setPresent);
    });
  }, [recordingId, shareToken, isUnseen]);
  return present;
}

/** A page may stay open for days: what could not be reached when it was opened is tried again. */
const AGAIN_MS = 5_000;

/** A page that makes room for another on the same topic need not leave and join again. */
const LINGER_MS = 500;

/** Several parts of a page may need one topic; they share its channel, and the last one closes it. */
function enter(topic: Topic, visitor: Visitor, follow: (open: Channel) => () => void) {
  const key = `${identity(visitor)} ${topic}`;
  const open = channels.get(key) ?? openChannel(topic, visitor);
  channels.set(key, open);
  const closeIfUnused = () => {
    if (open.listeners.count() + open.counters.count() > 0 || channels.get(key) !== open) return;
    channels.delete(key);
    open.close();
  };
  const stop = follow(open);
  return () => {
    stop();
    setTimeout(closeIfUnused, LINGER_MS);
  };
}

function openChannel(name: Topic, visitor: Visitor): Channel {
  let isClosed = false;
  let leave = () => {};
  const close = () => {
    isClosed = true;
    leave();
  };
  const again = () => void setTimeout(keepTrying, AGAIN_MS);
  const lost = () => {
    if (!isClosed) losses += 1;
    again();
  };
  const both = { listeners: listeners<string>(), counters: listeners<Present>() };
  const topic: Channel = { ...both, present: NOBODY, close, lost };
  const keepTrying = async () => {
    if (isClosed) return;
    try {
      leave = await join(name, visitor, topic);
      if (isClosed) leave();
    } catch (error) {
      console.warn(`No realtime on ${name}`, error);
      again();
    }
  };
  void keepTrying();
  return topic;
}

async function join(name: Topic, visitor: Visitor, topic: Channel) {
  const client = await clientOf(visitor);
  // Without this call a first subscription may join as nobody and be refused.
  await client.realtime.setAuth();
  const channel = client.channel(name, { config: { private: true } });
  const showSelf = name.startsWith("recording:") && beCounted(channel, name, visitor, topic);
  channel
    .on("broadcast", { event: "*" }, ({ event }) => topic.listeners.tell(event))
    .subscribe((status) => {
      if (status === "CLOSED") topic.lost();
      if (status !== "SUBSCRIBED") return;
      if (showSelf && !visitor.isUnseen) void showSelf();
      topic.listeners.tell("joined");
    });
  return () => void client.removeChannel(channel);
}

/** A page that hears a recording's channel counts as one that watches; the returned function announces this page. */
function beCounted(channel: RealtimeChannel, name: Topic, { shareToken }: Visitor, topic: Channel) {
  let own: string | undefined;
  const tell = (news: Partial<Present>) => {
    topic.present = { ...topic.present, own, ...news };
    topic.counters.tell(topic.present);
  };
  channel.on("presence", { event: "sync" }, () =>
    tell({ keys: Object.values(channel.presenceState()).flat().map(keyIn) }),
  );
  channel.on("broadcast", { event: "watching" }, ({ payload }) => {
    const { success, data } = Watching.safeParse(payload);
    if (success) tell(data);
  });
  return async () => {
    if (isInOwnFrame()) return; // a page around the preview announces its viewer already
    // A page without a key is counted all the same.
    own = await watcherKey(name.slice(name.indexOf(":") + 1), shareToken).catch(() => undefined);
    if (channel.state === "joined") await channel.track(own ? { key: own } : {});
  };
}

/** A connection has one channel for a topic: whoever is unseen there has another beside a page that is counted. */
function clientOf(visitor: Visitor) {
  const key = identity(visitor);
  const known = clients.get(key);
  if (known) return known;
  const client = connect(visitor);
  clients.set(key, client);
  client.catch(() => clients.delete(key));
  return client;
}

const identity = ({ shareToken, isUnseen = false }: Visitor) =>
  JSON.stringify([sessionUserId(), shareToken, isUnseen]);

async function connect({ shareToken }: Visitor) {
  await idle();
  const [{ createClient }, config] = await Promise.all([
    import("@supabase/supabase-js"),
    loadConfig(),
  ]);
  const client = createClient(config.realtime_url || location.origin, config.realtime_key, {
    accessToken: realtimeToken(shareToken),
  });
  // A new password ends what the old session may hear: its channels go on under the new one.
  onSessionChange(() => {
    if (sessionToken()) void client.realtime.setAuth();
  });
  return client;
}

/** A page shows its content first; realtime, a large script and a connection, waits until the browser is idle. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such call.
    if (typeof requestIdleCallback === "undefined") setTimeout(resolve, 200);
    else requestIdleCallback(() => resolve(), { timeout: 1000 });
  });
}

/** The good part of a token's hour: a page that is not looked at may have its heartbeats a minute apart. */
const GOOD_MS = 55 * 60_000;

/** For other rights the server wants another token. Its age is by this computer's clock, which may go wrong. */
type Held = RealtimeToken & { since: number; rights: string };

/** supabase-js asks at every heartbeat, and a channel whose token has ended is closed for good. */
export function realtimeToken(shareToken: string | undefined): () => Promise<string | null> {
  let held: Held | undefined;
  let fetching: Promise<Held> | undefined;
  const isGood = ({ since, rights }: Held) =>
    Date.now() - since < GOOD_MS && rights === rightsIn(shareToken);
  return async () => {
    if (!shareToken && !sessionToken()) return null; // a page that is left after signing out
    if (held && isGood(held)) return held.token;
    fetching ??= fetchToken(shareToken).finally(() => {
      fetching = undefined;
    });
    held = await fetching.catch(() => held);
    return held?.token ?? null;
  };
}

async function fetchToken(shareToken: string | undefined): Promise<Held> {
  const [since, rights] = [Date.now(), rightsIn(shareToken)];
  return { ...(await newRealtimeToken(shareToken)), since, rights };
}

const rightsIn = (shareToken: string | undefined) =>
  JSON.stringify([sessionToken(), losses, shareToken && unlockOf(shareToken).read()?.token]);
