import { setLive } from "#web/data/live.ts";
import { isRefused } from "#web/lib/api-error.ts";

const AGAIN_MS = 2_000;

/** Tells the server of a recording that runs whether it is paused, one after the other. The newest word is said until there is an answer. */
export function pauseTeller() {
  let recordingId: string | null = null;
  let isPaused = false;
  let words = 0;
  let last: Promise<unknown> = Promise.resolve();
  const tell = () => {
    const [id, paused, word] = [recordingId, isPaused, ++words];
    const again = (error: unknown) => {
      if (!isRefused(error)) setTimeout(() => word === words && tell(), AGAIN_MS);
    };
    if (id) last = last.then(() => setLive(id, paused)).catch(again);
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
