import type { Db } from "#api/platform/database.ts";

const EVERY_MS = 1000;

/** Writes the percentage into the row, which tells everyone who watches; at most once a second. */
export function reportProgress(service: Db, id: string): (percent: number) => void {
  let last = 0;
  return (percent) => {
    if (Date.now() - last < EVERY_MS) return;
    last = Date.now();
    // Not awaited: the work goes on, and a percentage that is lost is followed by the next.
    service`
      update public.recordings set progress = ${percent} where id = ${id} and status = 'processing'
    `.catch(() => {});
  };
}

/** There was no room for the work: the recording goes on playing as it came, and is told to be alive. */
export async function putOff(service: Db, id: string): Promise<void> {
  await service`
    update public.recordings set progress = 0 where id = ${id} and status = 'processing'
  `;
}

/** Marks a recording as failed, so that nobody waits for it for ever. */
export async function failRecording(service: Db, id: string, reason: string): Promise<void> {
  await service`
    update public.recordings
       set status = 'failed', failure = ${reason}, playable = false, progress = null
     where id = ${id} and status = 'processing'
  `;
}
