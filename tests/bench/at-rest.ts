import { JobQueues } from "#contract/server.ts";

/** What came before has been prepared and drawn: what is measured next is all that this server does. Asks a super admin's session. */
export async function atRest(origin: string, session: string): Promise<void> {
  const headers = { Authorization: `Bearer ${session}` };
  for (;;) {
    const answer = await fetch(`${origin}/api/admin/jobs`, { headers });
    const { kinds } = JobQueues.parse(await answer.json());
    if (kinds.every(({ waiting, running }) => waiting + running === 0)) return;
    await Bun.sleep(100);
  }
}
