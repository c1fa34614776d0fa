import { conflict, one } from "#api/http/errors.ts";
import { measuring } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { MOST_RANGES, type Silences, type Waveform } from "#contract/edits.ts";

interface Listener {
  db: Db;
  jobs: Pick<Jobs, "send">;
  account: string;
}

interface Heard {
  seconds_each: number;
  /** A byte for each stretch: twice the decibels above -100. */
  levels: Uint8Array | null;
  failure: string | null;
  duration: number | null;
  /** Whether the original can be read. */
  is_ready: boolean;
  /** Whether a job waits for it. */
  is_asked: boolean;
}

/** -50 and -60 dBFS, as bytes of levels. Nothing is drawn of what is no louder than the second. */
const SILENT = 100;
const UNDRAWN = 80;
const LOUDEST = 200;
/** As many as a picture of the whole film can show. */
const MOST_LEVELS = 3000;

/** The longest silences, in order: one edit can take no more of them out. */
export async function readSilences(
  listener: Listener,
  id: string,
  longerThan: number,
): Promise<Silences> {
  const { levels, seconds_each, duration } = await hear(listener, id);
  const silences: Silences["silences"] = [];
  let first: number | undefined;
  for (let index = 0; index <= levels.length; index++) {
    if ((levels[index] ?? LOUDEST) < SILENT) first ??= index;
    else if (first !== undefined) {
      const silence = {
        start: first * seconds_each,
        end: Math.min(duration, index * seconds_each),
      };
      if (silence.end - silence.start >= longerThan) silences.push(silence);
      first = undefined;
    }
  }
  const most = MOST_RANGES - 1;
  if (silences.length <= most) return { silences };
  const longest = silences.toSorted((a, b) => b.end - b.start - (a.end - a.start)).slice(0, most);
  return { silences: longest.toSorted((a, b) => a.start - b.start) };
}

/** The loudest of each stretch, from 0 to 100. */
export async function readWaveform(listener: Listener, id: string): Promise<Waveform> {
  const { levels, seconds_each } = await hear(listener, id);
  const together = Math.max(1, Math.ceil(levels.length / MOST_LEVELS));
  const drawn = Array.from({ length: Math.ceil(levels.length / together) }, (_, index) => {
    const loudest = Math.max(...levels.subarray(index * together, (index + 1) * together));
    return Math.max(0, Math.round(((loudest - UNDRAWN) / (LOUDEST - UNDRAWN)) * 100));
  });
  return { seconds_each: seconds_each * together, levels: drawn };
}

/** The first person who asks has it measured. */
async function hear({ db, jobs, account }: Listener, id: string) {
  const rows = await db((sql) => sql<Heard[]>`select * from app.loudness_of(${id})`);
  const { levels, failure, is_ready, is_asked, ...heard } = one(rows, "Recording not found");
  if (levels) return { levels, seconds_each: heard.seconds_each, duration: heard.duration ?? 0 };
  if (failure) throw notMeasured(failure);
  if (!is_ready) throw notMeasured("This recording is still being prepared.");
  if (!is_asked) await jobs.send(null, measuring, { recording_id: id }, { account });
  throw notMeasured("The sound of this recording is being measured.");
}

const notMeasured = (words: string) => conflict(words, "not_measured");
