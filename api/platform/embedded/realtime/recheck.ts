import { together } from "#api/platform/together.ts";
import { readers } from "./authorise.ts";
import { isJoined, shutDown } from "./channel.ts";
import { lost, noLongerReadable } from "./events.ts";
import type { Channel, Hub } from "./hub.ts";

/**
 * Asks again whether everyone may still read what they listen to: a share that ended or was revoked
 * takes its channels along, without waiting for the client's next token. Equal people on equal topics
 * are asked for once. Rights to write are forgotten, and asked for when they are next used. News that
 * was announced is delivered first: it may say why a channel is closed.
 */
export async function recheck(hub: Hub): Promise<void> {
  for (const [name, channels] of byTopic(hub)) await recheckTopic(hub, name, channels);
}

/** The same for one topic, of which something was announced; several announcements lead to one more look. */
export function recheckSoon(hub: Hub): (name: string) => void {
  const looking = together<null, void>();
  const look = (name: string) =>
    recheckTopic(hub, name, byTopic(hub).get(name) ?? []).catch((error: unknown) => {
      // The look at all that is taken every half minute makes up for this one.
      hub.report("realtime: rights could not be looked at anew", error);
    });
  return (name) => void looking(name, null, () => look(name));
}

async function recheckTopic(hub: Hub, name: string, channels: Channel[]): Promise<void> {
  const claimsOf = ({ identity }: Channel) => JSON.stringify(identity.claims);
  const groups = [...Map.groupBy(channels, claimsOf)];
  const people = groups.flatMap(([, [first]]) => (first ? [first.identity.claims] : []));
  const allowed = await readers(hub.pool, name, people, ["broadcast", "presence"]);
  const mayNot = (index: number, channel: Channel) => lost(channel, allowed[index] ?? new Set());
  if (groups.some(([, group], index) => group.some((channel) => mayNot(index, channel))))
    await hub.catchUp();
  for (const [index, [asked, group]] of groups.entries()) {
    for (const channel of group) {
      if (!isJoined(channel) || claimsOf(channel) !== asked) continue; // it left, or showed another token meanwhile
      if (mayNot(index, channel)) shutDown(channel, noLongerReadable(channel));
      else channel.mayTrack = undefined;
    }
  }
}

function byTopic({ sockets }: Hub): Map<string, Channel[]> {
  const channels = [...sockets].flatMap(({ data }) => [...data.channels.values()]);
  return Map.groupBy(channels, ({ name }) => name);
}
