import type { Viewers } from "#contract/viewers.ts";
import type { TestApp, Visitor } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { insertRecording } from "#tests/support/recordings.ts";

type Link = Awaited<ReturnType<typeof linkTo>>;
export type Range = [number, number];

interface Film {
  owner: Visitor;
  recording: string;
  link: Link;
}

interface Beacon {
  who?: Visitor;
  link?: Link;
  view_id?: string;
  n?: number;
  viewer?: string;
  site?: string;
  headers?: Record<string, string>;
}

export const nothing = { plays: 0, unique_viewers: 0, seconds_watched: 0, guests: 0 };

/** Films, players that say what they played of them, and owners who are told. */
export function viewing({ database, person, visitor }: TestApp) {
  const service = database.asService("a test makes a film");
  const read = async ({ owner, recording }: Film, query = ""): Promise<Viewers> =>
    (await owner.call("GET", `/recordings/${recording}/viewers${query}`)).json();
  return {
    read,
    /** A film of 100 seconds, its owner, and a link to it. */
    async film() {
      const owner = await person();
      const recording = await service((sql) => insertRecording(sql, owner.id, { duration: 100 }));
      return { owner, recording, link: await linkTo(owner, recording) };
    },
    send: (
      { recording, link }: Film,
      ranges: Range[],
      { who = visitor, link: other, headers, ...said }: Beacon = {},
    ) =>
      who.call(
        "POST",
        `/recordings/${recording}/watched`,
        { view_id: crypto.randomUUID(), n: 1, ranges, viewer: crypto.randomUUID(), ...said },
        { ...through(other ?? link), ...headers },
      ),
    async sums(of: Film) {
      const { plays, unique_viewers, seconds_watched, guests } = await read(of);
      return { plays, unique_viewers, seconds_watched, guests };
    },
  };
}
