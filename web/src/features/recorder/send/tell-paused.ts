import { setLive } from "#web/data/live.ts";

/** Tells the server of a recording that runs whether it is paused, one after the other; a lost word is said by the next. */
export function pauseTeller() {
  let recordingId: string | null = null;
  let isPaused = false;
  let last: Promise<unknown> = Promise.resolve();
  const tell = () => {
    const [id, paused] = [recordingId, isPaused];
    if (id) last = last.then(() => setLive(id, paused)).catch(() => {});
  };
  return {
    /** There is a place for it on the server now. */
    placed(id: string) {
      const isNew = id !== recordingId;
      recordingId = id;
      if (isNew && isPaused) tell();
    },
    paused(is: boolean) {
      isPaused = is;
      tell();
    },
  };
}
