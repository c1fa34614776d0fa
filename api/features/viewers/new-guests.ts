import { Pace } from "#api/http/limits/pace.ts";
import { Latest } from "#api/platform/latest.ts";

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
