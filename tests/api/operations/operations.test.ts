import pino from "pino";
import { describe, expect, it } from "vitest";
import { checkStorage } from "#api/features/operations/check-storage.ts";
import { joinStores } from "#api/platform/objects/objects.ts";
import { newKey } from "#api/platform/objects/store.ts";
import { openSupabaseStore } from "#api/platform/objects/supabase.ts";
import type { ServerState } from "#contract/server.ts";
import { startStorage } from "#tests/stand-ins/supabase-storage.ts";
import { testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { insertRecording } from "#tests/support/recordings.ts";

const world = await testApp();
const { person, database, objects, visitor } = world;
const superAdmin = await person({ role: "super_admin" });
const admin = await person({ role: "admin" });
const owner = await person();
const service = database.asService("a test makes rows and bytes that do not fit");

const server = async (): Promise<ServerState> =>
  (await superAdmin.call("GET", "/admin/server")).json();

/** A recording whose bytes are somewhere, or should be. */
async function recordingAt(key: string, size = 5): Promise<string> {
  const id = await service((sql) => insertRecording(sql, owner.id, { size }));
  await service(
    (sql) => sql`
      update public.recordings set store = 'disk', storage_key = ${key} where id = ${id}
    `,
  );
  return id;
}

const failedJob = async (kind: string) => {
  await world.jobs.send(
    null,
    { name: kind, data: { parse: (data: unknown) => data } as never }, // only its name is asked
    { recording_id: "of a test" },
  );
  const [job] = await database.pool<{ id: string }[]>`
    update private.jobs set failed_at = now(), due_at = null, reason = 'It did not work out'
     where kind = ${kind} and failed_at is null returning id
  `;
  return job?.id ?? "";
};

describe("the state of the server", () => {
  it("is told to super admins, with what each store holds", async () => {
    const [before] = (await server()).stores;
    await recordingAt(newKey(), 1234);
    const state = await server();
    expect(state).toMatchObject({ version: "test", mode: "embedded", open_sockets: 0 });
    expect(state.stores).toEqual([
      {
        name: "disk",
        storage_type: "local",
        recordings: (before?.recordings ?? 0) + 1,
        bytes: (before?.bytes ?? 0) + 1234,
      },
    ]);
    expect(state.database_bytes).toBeGreaterThan(1e6);
    expect(state.database_version).toMatch(/^\d+/);
    expect(state.disk_total_bytes).toBeGreaterThan(state.disk_free_bytes);
  });
});

describe("jobs that have failed", () => {
  it("are told with their reasons, tried again, and forgotten", async () => {
    const [retried, discarded] = [await failedJob("one-kind"), await failedJob("another-kind")];
    const jobs = async () => (await superAdmin.call("GET", "/admin/jobs")).json();
    expect((await jobs()).failed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: retried,
          kind: "one-kind",
          reason: "It did not work out",
          data: { recording_id: "of a test" },
        }),
      ]),
    );
    await database.pool`update private.jobs set tries = 6, deaths = 3, due_at = null where id = ${retried}`;
    expect((await superAdmin.call("POST", `/admin/jobs/${retried}/retry`)).status).toBe(200);
    const [anew] = await database.pool`
      select tries, deaths, due_at <= now() as is_due from private.jobs where id = ${retried}`;
    expect(anew, "now, and as many tries as at first").toEqual({
      tries: 0,
      deaths: 0,
      is_due: true,
    });
    expect((await superAdmin.call("DELETE", `/admin/jobs/${discarded}`)).status).toBe(200);
    const { kinds, failed } = await jobs();
    expect(failed).toEqual([]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        { kind: "one-kind", waiting: 1, running: 0, failed: 0 },
        { kind: "sweep", waiting: 0, running: 0, failed: 0 },
      ]),
    );
    const names = kinds.map(({ kind }: { kind: string }) => kind);
    expect(names).not.toContain("another-kind");
    expect(names, "in an order that one finds them by").toEqual(names.toSorted());
    // A job that has not failed is nobody's to throw away.
    expect((await superAdmin.call("DELETE", `/admin/jobs/${retried}`)).status).toBe(404);
    expect((await superAdmin.call("POST", `/admin/jobs/${retried}/retry`)).status).toBe(404);
    expect((await superAdmin.call("POST", `/admin/jobs/${discarded}/retry`)).status).toBe(404);
    const { entries } = await (await superAdmin.call("GET", "/admin/audit?kind=admin")).json();
    expect(entries.slice(0, 2)).toMatchObject([
      { act: "job_discarded", target: "another-kind" },
      { act: "job_retried", target: "one-kind" },
    ]);
  });
});

describe("a check of the storage", () => {
  it("finds rows without bytes and bytes without rows, and nothing else", async () => {
    const [lost, kept, strange, loose] = [newKey(), newKey(), newKey(), newKey()];
    for (const key of [kept, strange, loose])
      await objects.put({ store: "disk", key }, new TextEncoder().encode("bytes"));
    await service(
      (sql) => sql`
        insert into private.loose_objects (store, storage_key, due_at)
        values ('disk', ${loose}, now() + interval '1 day')
      `,
    );
    await recordingAt(kept);
    await recordingAt(lost);
    expect((await superAdmin.call("POST", "/admin/server/storage-check")).status).toBe(202);
    const again = await superAdmin.call("POST", "/admin/server/storage-check");
    expect([again.status, (await again.json()).code]).toEqual([409, "check_under_way"]);
    await service(
      (sql) => sql`update private.storage_checks set asked_at = now() - interval '7 hours'`,
    );
    const afterDeath = await superAdmin.call("POST", "/admin/server/storage-check");
    expect(afterDeath.status, "one that has died keeps nobody from asking anew").toBe(202);
    const noted = await superAdmin.call("GET", "/admin/audit?act=storage_check_asked");
    const by = { actor: superAdmin.email, target: null };
    expect((await noted.json()).entries, "and none of what was refused").toMatchObject([by, by]);
    await world.startJobs();
    await expect.poll(async () => (await server()).storage_check?.finished_at).toBeTruthy();
    const { storage_check } = await server();
    expect(storage_check).toMatchObject({
      failure: null,
      stores: [{ store: "disk", unknown: 1, unknown_examples: [strange] }],
    });
    const [disk] = storage_check?.stores ?? [];
    expect(disk?.missing_examples).toContain(lost);
    expect(disk?.missing_examples).not.toContain(kept);
    expect(disk?.missing).toBe((disk?.objects ?? 0) - 1);
  });
});

describe("a check of Supabase Storage", () => {
  it("finds rows without bytes and bytes without rows as well, also under names that are not ours", async () => {
    const storage = startStorage();
    atEndOfFile(storage.stop);
    const { url, secretKey } = storage;
    const objects = joinStores([await openSupabaseStore({ url, secretKey, bucket: "recordings" })]);
    const [lost, kept, strange, moved] = [newKey(), newKey(), newKey(), newKey()];
    for (const key of [kept, strange])
      await objects.put({ store: "supabase", key }, new TextEncoder().encode("bytes"));
    storage.objects.set("recordings/Our logo.png", { bytes: new Uint8Array(1), type: "image/png" });
    for (const key of [kept, lost, moved])
      await database.pool`
        update public.recordings set store = 'supabase', storage_key = ${key}
         where id = ${await recordingAt(newKey())}`;
    const [check] = await database.pool<{ id: string }[]>`
      insert into private.storage_checks default values returning id`;
    const whileItMoves: typeof objects = {
      ...objects,
      async size(ref) {
        if (ref.key === moved)
          await database.pool`
            update public.recordings set store = 'elsewhere' where storage_key = ${moved}`;
        return objects.size(ref);
      },
    };
    await checkStorage(
      { service, objects: whileItMoves, log: pino({ level: "silent" }) },
      check?.id ?? "",
      AbortSignal.timeout(10_000),
    );
    expect((await server()).storage_check).toMatchObject({
      failure: null,
      stores: [
        {
          store: "supabase",
          objects: 3, // one of which moved away while one looked
          missing: 1,
          missing_examples: [lost],
          unknown: 2,
          unknown_examples: ["Our logo.png", strange],
        },
      ],
    });
  });
});

describe("operations", () => {
  it.each([
    ["GET", "/admin/server"],
    ["POST", "/admin/server/storage-check"],
    ["GET", "/admin/jobs"],
    ["POST", `/admin/jobs/${crypto.randomUUID()}/retry`],
    ["DELETE", `/admin/jobs/${crypto.randomUUID()}`],
  ] as const)("%s %s is for super admins alone", async (method, path) => {
    const suspended = await person({ role: "super_admin", suspended: true });
    for (const [who, status] of [
      [admin, 403],
      [owner, 403],
      [suspended, 401],
      [visitor, 401],
    ] as const)
      expect((await who.call(method, path)).status).toBe(status);
  });
});
