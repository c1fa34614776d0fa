import { setTimeout } from "node:timers/promises";
import type { Report } from "#api/platform/report.ts";
import type { EmbeddedPostgres } from "./postgres.ts";
import { layInReserve, letGoOfReserve, mayNeedReserve } from "./reserve.ts";

const LOOK_MS = 200;
const RESERVE_MS = 5000;
const ROOM_MS = 1000;
/** The number of tries before we give up; the pauses between them grow to five seconds. */
const MOST_TRIES = 8;
const pauseAfter = (tries: number) => (tries === 0 ? 0 : Math.min(100 * 2 ** tries, 5000));
/** A Postgres that dies again this soon did not really start; one that ran longer is started again at once. */
const STEADY_MS = 1000;

interface Care {
  server: EmbeddedPostgres;
  report: Report;
  mostTries: number;
  steadyMs: number;
  /** Aborted when the watch is over. */
  signal: AbortSignal;
}

/** Starts Postgres again when it dies: calls are refused meanwhile, and find it at the same address afterwards. */
export function keepRunning(
  server: EmbeddedPostgres,
  report: Report,
  { mostTries = MOST_TRIES, steadyMs = STEADY_MS } = {},
) {
  const lost = Promise.withResolvers<Error>();
  const end = new AbortController();
  const { signal } = end;

  const layIn = () =>
    layInReserve(server.home).catch((error) => report("The reserve for Postgres", error));
  void layIn();
  const reserve = setInterval(() => server.isRunning() && void layIn(), RESERVE_MS);
  const room = setInterval(() => server.isRunning() && void helpWithRoom(server, report), ROOM_MS);
  const care = { server, report, mostTries, steadyMs, signal };
  const watching = watch(care, lost.resolve);
  const leave = () => {
    end.abort();
    clearInterval(reserve);
    clearInterval(room);
    return watching;
  };

  return {
    /** Resolves with the reason when Postgres has died and cannot be started again. */
    lost: lost.promise,
    /** Stops watching, and leaves Postgres as it is. */
    leave,
    /** Stops watching, and stops Postgres. */
    async stop() {
      const left = leave();
      await server.stop();
      await left;
      await server.stop(); // a Postgres that was just being started
    },
  };
}

/** Ends early when the watch is over, and keeps nothing: a race against a promise that stays open would. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => {});

async function watch(care: Care, giveUp: (reason: Error) => void): Promise<void> {
  const { server, report, steadyMs, signal } = care;
  let tries = 0;
  let startedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    await pause(LOOK_MS, signal);
    if (signal.aborted || server.isRunning()) continue;
    report("Postgres has ended and is started again", undefined);
    if (performance.now() - startedAt > steadyMs) tries = 0;
    try {
      tries = await bringBack(care, tries);
    } catch (cause) {
      if (!signal.aborted)
        giveUp(new Error("Postgres has ended and cannot be started again", { cause }));
      return;
    }
    startedAt = performance.now();
  }
}

/** A full disk need not end Postgres: it may live on and refuse connections, because a new one needs room, too. */
async function helpWithRoom({ home, answers }: EmbeddedPostgres, report: Report): Promise<void> {
  if (!mayNeedReserve(home) || (await answers())) return;
  if (letGoOfReserve(home)) report("Postgres needs room on the disk to answer", undefined);
}

/** The number of tries until Postgres was back, earlier ones included; fails with the reason of the last. */
async function bringBack(care: Care, before: number): Promise<number> {
  const { server, report, mostTries, signal } = care;
  let hasWaited = false;
  for (let tries = before; ; ) {
    try {
      await pause(pauseAfter(tries), signal);
      await server.restart();
      report("Postgres runs again", undefined);
      return tries + 1;
    } catch (error) {
      if (signal.aborted) throw error;
      if (letGoOfReserve(server.home)) {
        // Waits without an end: another process would find no room either.
        if (!hasWaited) report("Postgres waits for room on the disk", error);
        hasWaited = true;
        await pause(ROOM_MS, signal);
        continue;
      }
      tries += 1;
      report(`Postgres did not start again (try ${tries})`, error);
      if (tries >= mostTries) throw error;
    }
  }
}
