import { carryOut } from "#api/media/carry-out.ts";
import { probe } from "#api/media/probe.ts";
import { isSeekable } from "#api/media/remux.ts";
import { allowanceFor, startWatch } from "#api/media/watch.ts";
import { type CutOrder, cutFilm, wantedPassages } from "./cut-film.ts";

/** Seconds of the processor for each range beside those for the file: its edges are read and joined. */
const SECONDS_EACH = 2;
const SECONDS_WITHOUT_ADVANCE = 60;

await carryOut(async (order: CutOrder, tell: (fraction: number) => void) => {
  const allowance = allowanceFor(Bun.file(order.source).size);
  const seconds = 60 + allowance.seconds + order.kept.length * SECONDS_EACH;
  startWatch({ ...allowance, seconds, secondsWithoutAdvance: SECONDS_WITHOUT_ADVANCE });
  const passages = order.elsewhere === "wanted" ? await wantedPassages(order) : [];
  if (passages.length > 0) return { passages };
  const kept = await cutFilm(order, tell);
  const made = await probe(order.destination);
  return { kept, probe: made, isSeekable: await isSeekable(order.destination, made.duration) };
});
