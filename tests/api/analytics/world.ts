import { keepCounts } from "#api/features/analytics/keep-measures.ts";
import { closeStaleUploads } from "#api/features/uploads/close-stale-uploads.ts";
import { createMetrics } from "#api/http/metrics.ts";
import type { Db } from "#api/platform/database.ts";
import type { SignedIn, TestApp } from "#tests/support/app.ts";
import { insertRecording, insertRecordings } from "#tests/support/recordings.ts";

const GB = 2 ** 30;

export const date = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
export const at = (daysAgo: number, time = "12:30") => `${date(daysAgo)}T${time}:00Z`;

/** A world so small that every figure of it can be counted by hand. */
export async function smallWorld({ person, database, jobs }: TestApp): Promise<SignedIn> {
  const service = database.asService("a test makes the world it counts");
  const admin = await person({ role: "admin" });
  const ada = await person({ username: "Ada" });
  const bob = await person({ username: "Bob" });
  await recordings(service, ada, bob);
  await brokenUploads(service, bob);
  await closeStaleUploads(service, jobs);
  await transcriptions(service, ada);
  await visits(service, { admin, ada, bob });
  await answers(service);
  return admin;
}

async function recordings(service: Db, ada: SignedIn, bob: SignedIn): Promise<void> {
  await service(async (sql) => {
    const [, second = ""] = await insertRecordings(sql, ada.id, [
      { size: GB, duration: 30, created_at: at(2) },
      { size: GB / 2, duration: 200, created_at: at(2) },
      { size: 2 * GB, duration: 4000, created_at: at(10, "08:05") },
    ]);
    await insertRecording(sql, bob.id, { size: GB / 2, duration: 600, created_at: at(1, "23:10") });
    await insertRecording(sql, bob.id, { size: GB, duration: 1200, created_at: at(40) });
    // A length that was corrected counts once, and what is gone was uploaded all the same.
    await sql`update public.recordings set duration = 250 where id = ${second}`;
    await sql`delete from public.recordings where id = ${second}`;
  });
}

/** A recording is kept as far as it came; of imports, of which there are more, nothing is. */
async function brokenUploads(service: Db, bob: SignedIn): Promise<void> {
  const broken = { size: 0, duration: null, status: "recording", created_at: at(3) };
  for (const kind of ["recording", "import", "import"])
    await service(async (sql) => {
      const id = await insertRecording(sql, bob.id, broken);
      await sql`
        insert into public.uploads (owner_id, recording_id, kind, mime_type, received, touched_at)
        values (${bob.id}, ${id}, ${kind}, 'video/webm', 1, ${at(3)})
      `;
    });
}

const NOBODY_SPEAKS = "Nobody speaks in this recording, as far as can be heard.";

/** Two worked and one did not; in one nobody speaks; one was written by hand, one is under way, and one is of long ago. */
async function transcriptions(service: Db, ada: SignedIn): Promise<void> {
  const made = { language: "en", is_auto_generated: true, created_at: at(2) };
  await service(async (sql) => {
    const [{ id = "" } = {}] = await sql<{ id: string }[]>`
      select id from public.recordings where owner_id = ${ada.id} limit 1`;
    for (const more of [
      { status: "ready" },
      { status: "ready" },
      { status: "failed", error: "The service refused the sound" },
      { status: "failed", error: NOBODY_SPEAKS },
      { status: "ready", is_auto_generated: false },
      { status: "running" },
      { status: "failed", created_at: at(31) },
    ])
      await sql`insert into public.subtitles ${sql({ recording_id: id, ...made, ...more })}`;
  });
}

/** Ada was here for 20 minutes, and an hour later for ten; Bob was seen once. Others, and Ada before, were long ago. */
async function visits(service: Db, people: Record<"admin" | "ada" | "bob", SignedIn>) {
  const ping = (who: keyof typeof people, daysAgo: number, time: string) =>
    service(
      (sql) => sql`
        update public.users set last_active_at = ${at(daysAgo, time)} where id = ${people[who].id}
      `,
    );
  await ping("admin", 40, "08:00");
  for (const time of ["08:00", "08:14"]) await ping("ada", 40, time);
  for (const time of ["09:00", "09:05", "09:10", "09:20", "10:20", "10:30"])
    await ping("ada", 2, time);
  await ping("bob", 2, "09:10");
}

/** Twenty days ago eight quick ones; two days ago a slow one, one that failed, and one that brought a file. */
async function answers(service: Db): Promise<void> {
  const call = { method: "GET", route: "/api/recordings", status: 200, bringsFile: false };
  const quick = createMetrics();
  for (let i = 0; i < 4; i++) quick.observe({ ...call, ms: 4 });
  for (let i = 0; i < 4; i++) quick.observe({ ...call, route: "/api/shared/:share_token", ms: 5 });
  const slow = createMetrics();
  slow.observe({ ...call, ms: 40 });
  slow.observe({ ...call, ms: 700, status: 503 });
  slow.observe({
    ...call,
    method: "PATCH",
    route: "/api/uploads/:id",
    ms: 60_000,
    bringsFile: true,
  });
  slow.observe({ ...call, route: "/assets/*", ms: 1 });
  for (const [metrics, time] of [
    [quick, at(20)],
    [slow, at(2)],
  ] as const) {
    const counts = metrics.recent.take().map((count) => ({ ...count, begins_at: new Date(time) }));
    await keepCounts({ ...metrics.recent, take: () => counts }, service);
  }
}
