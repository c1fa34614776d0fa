import type { Db } from "#api/platform/database.ts";

const EVERY_MS = 1000;

/** Writes the percentage into the row, which tells everyone who watches; at most once a second. */
export function reportProgress(service: Db, id: string): (percent: number) => void {
  let last = 0;
  return (percent) => {
    if (Date.now() - last < EVERY_MS) return;
    last = Date.now();
    // Not awaited: the work goes on, and a percentage that is lost is followed by the next.
    service(
      (sql) => sql`
        update public.recordings set progress = ${percent} where id = ${id} and status = 'processing'
      `,
    ).catch(() => {});
  };
}
