import { probe } from "#api/media/probe.ts";
import { isSeekable } from "#api/media/remux.ts";
import { allowanceFor, startWatch } from "#api/media/watch.ts";
import { whyNot } from "#api/media/why-not.ts";
import { type CutOrder, cutFilm, wantedPassages } from "./cut-film.ts";
import type { CutMessage } from "./make-cut.ts";

const order: CutOrder = JSON.parse(process.argv[2] ?? "");

/** Seconds of the processor for each range beside those for the file: its edges are read and joined. */
const SECONDS_EACH = 2;
const SECONDS_WITHOUT_ADVANCE = 60;

async function cut(): Promise<CutMessage> {
  const allowance = allowanceFor(Bun.file(order.source).size);
  const seconds = 60 + allowance.seconds + order.kept.length * SECONDS_EACH;
  startWatch({ ...allowance, seconds, secondsWithoutAdvance: SECONDS_WITHOUT_ADVANCE });
  const passages = order.elsewhere === "wanted" ? await wantedPassages(order) : [];
  if (passages.length > 0) return { kind: "wanted", passages };
  const kept = await cutFilm(order, (fraction) => say({ kind: "progress", fraction }));
  const made = await probe(order.destination);
  const seekable = await isSeekable(order.destination, made.duration);
  return { kind: "made", kept, probe: made, isSeekable: seekable };
}

const say = (message: CutMessage) => void process.stdout.write(`${JSON.stringify(message)}\n`);

const sayWhy = (error: unknown) => say(whyNot(error));

process.on("unhandledRejection", sayWhy);
await cut().then(say, sayWhy);
