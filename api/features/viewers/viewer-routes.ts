import { mediaPace } from "#api/access/media-pace.ts";
import { widestNetworkOf } from "#api/http/address.ts";
import { asJson } from "#api/http/body-type.ts";
import { csvAnswer } from "#api/http/csv.ts";
import { tooLarge } from "#api/http/errors.ts";
import { Pace } from "#api/http/limits/pace.ts";
import type { Parts } from "#api/parts.ts";
import { bytesWithin } from "#api/platform/bytes-within.ts";
import { Latest } from "#api/platform/latest.ts";
import { countWatchedCall, exportViewersCall, listViewersCall } from "#contract/viewers.ts";
import { countWatched, readViewers } from "./viewers.ts";

const HEAD = ["Name", "Part of the film", "Last watched"];

/** The names that robots give themselves; some of them play the films that they find. */
const ROBOT = /(?<!cu)bot\b|crawl|spider|slurp|facebookexternalhit|preview/i;

export function serveViewers({ api, serve }: Parts): void {
  api.post("/recordings/:id/watched", mediaPace().paced, textAsJson);
  const admit = newGuests();
  serve(countWatchedCall, async ({ db, caller, params, body, c }) => {
    if (ROBOT.test(c.req.header("User-Agent") ?? "")) return;
    if (!caller.sub) admit(widestNetworkOf(c.var.address()), body.view_id);
    await countWatched(db, params.id, body, c.req.header("Sec-GPC") === "1");
  });
  serve(listViewersCall, ({ db, params, query }) => readViewers(db, params.id, query.share_id));
  serve(exportViewersCall, async ({ db, params, c }) => {
    const read = () => readViewers(db, params.id);
    const { people } = await read();
    const rows = people.map(({ name, fraction, last_at }) => [name, fraction, last_at]);
    const isStillAllowed = () => read().then(() => true);
    return csvAnswer(c, "viewers", (send) => send([HEAD, ...rows]), isStillAllowed);
  });
}

const tooMuch = () => tooLarge("A text of what was watched may have 16 KB.");

/** A page that is being left can send a plain text without asking first. */
const textAsJson = asJson("text/plain", ({ body }) => bytesWithin(16 * 1024, body, tooMuch));

/** More than a hall full of people. A row is kept of each guest of a film for a year, and anybody can invent guests. */
const OF_A_NETWORK = {
  capacity: 3000,
  period: 3600,
  message: "Very many people have begun to watch in your network. Not all of them can be counted.",
};
/** Plays that go on are no new ones. A guest who is forgotten is asked about once more. */
const MOST_PLAYS = 50_000;

/** Bounds how many guests of a network begin to watch, without a question to the database. */
export function newGuests() {
  const ofNetwork = new Pace(OF_A_NETWORK);
  const plays = new Latest<true>(MOST_PLAYS);
  return (network: string, play: string): void => {
    if (!plays.has(play)) ofNetwork.take(network);
    plays.set(play, true);
  };
}
