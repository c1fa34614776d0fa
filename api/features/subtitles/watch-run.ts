import type { Db } from "#api/platform/database.ts";

const LOOK_MS = 500;

/** Looks again and again whether the subtitle is still wanted: if not, even a part in transcription is given up. */
export function watchRun(service: Db, id: string, signal: AbortSignal) {
  const gone = new AbortController();
  /** The subtitle is gone, with its recording or alone. */
  const isUnwanted = async () => {
    const [run] =
      await service`select 1 from public.subtitles where id = ${id} and status = 'running'`;
    return run === undefined;
  };
  const look = async () => {
    if (await isUnwanted()) gone.abort(new Error("This subtitle is not wanted any more"));
  };
  // A look that fails is repeated by the next.
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);
  return {
    /** Aborted when nobody wants the outcome any more, for whatever reason. */
    signal: AbortSignal.any([signal, gone.signal]),
    isUnwanted,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
