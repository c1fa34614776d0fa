import { JobQueues } from "#contract/server.ts";

/** Waits until all earlier jobs are done, so that the next measurement is all that this server does. Asks a super admin's session. */
export async function atRest(origin: string, session: string): Promise<void> {
  const headers = { Authorization: `Bearer ${session}` };
  for (;;) {
    const answer = await fetch(`${origin}/api/admin/jobs`, { headers });
    const { kinds } = JobQueues.parse(await answer.json());
    if (kinds.every(({ waiting, running }) => waiting + running === 0)) return;
    await Bun.sleep(100);
  }
}
