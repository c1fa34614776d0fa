import { randomBytes } from "node:crypto";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { readEnv } from "#api/env.ts";
import { deliverRecording } from "#api/features/drive/deliver-recording.ts";
import { oneAtATime } from "#api/features/subscriptions/billing.ts";
import { grantArchive, hold } from "#api/features/takeout/archive-claim.ts";
import { connect, type Db } from "#api/platform/database.ts";
import { startHeartbeat } from "#api/platform/heartbeat.ts";
import { serve } from "#api/serve.ts";
import { recordingIn } from "#tests/api/moves/world.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { testDatabase } from "#tests/support/database.ts";
import { driveApp, inDrive } from "#tests/support/drive.ts";
import { allowForProcessing, readRecording } from "#tests/support/saving.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

allowForProcessing();
const app = await driveApp();
const { pool } = app.database;
await startHeartbeat(app.database, { isAlone: true, signsWith: "one" }).then(({ stop }) =>
  atEndOfFile(stop),
);

/** Another process over the same database, which holds each lease it took until that is over. */
async function anotherProcess() {
  const other = connect({ url: app.database.url, max: 2 });
  const heart = await startHeartbeat(other, { isAlone: false, signsWith: "one" });
  atEndOfFile(other.close);
  return {
    service: other.asService("a test is another process"),
    /** The process as others see it once it was killed: it no longer says that it lives. */
    async dies() {
      await heart.stop();
      await pool`
        update private.processes set seen_at = now() - interval '11 seconds' where id = ${other.process}
      `;
    },
    /** The process says nothing, but not for long. */
    isLate: () => pool`
      update private.processes set seen_at = now() - interval '8 seconds' where id = ${other.process}
    `,
  };
}

const service = app.database.asService("a test takes over");

async function holdArchive(by: Db, owner: string): Promise<boolean> {
  const turn = { owner, holder: crypto.randomUUID() };
  await grantArchive(by, turn);
  return hold(by, turn, true);
}

describe("what a process holds is free at once when it lives no longer", () => {
  it("an archive", async () => {
    const ada = await app.person();
    const other = await anotherProcess();
    await holdArchive(other.service, ada.id);
    await other.isLate();
    expect((await ada.call("POST", "/user/takeout")).status).toBe(409);
    await other.dies();
    expect((await ada.call("POST", "/user/takeout")).status).toBe(200);
    expect(await holdArchive(service, ada.id)).toBe(true);
  });

  it("a change of plan", async () => {
    const ada = await app.person();
    const other = await anotherProcess();
    const { promise: never } = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    void oneAtATime(other.service, ada.id, () => {
      taken.resolve();
      return never;
    });
    await taken.promise;
    await expect(oneAtATime(service, ada.id, async () => "mine")).rejects.toThrow("under way");
    await other.dies();
    expect(await oneAtATime(service, ada.id, async () => "mine")).toBe("mine");
  });

  it("a delivery to a drive", async () => {
    await app.stopJobs(); // they would bring it there as well
    const ada = await app.connected();
    const id = await recordingIn(app, ada, "disk", randomBytes(1000));
    await pool`
      insert into private.deliveries (recording_id, owner_id) values (${id}, ${ada.id})
      on conflict do nothing
    `;
    const other = await anotherProcess();
    await other.service((sql) => sql`select * from private.claim_delivery(${id}, 120)`);
    await deliverRecording({ service, objects: app.objects }, id);
    expect(await readRecording(ada, id)).toMatchObject({ storage_type: "local" });
    await other.dies();
    await deliverRecording({ service, objects: app.objects }, id);
    expect(await readRecording(ada, id)).toMatchObject({ storage_type: "google_drive" });
    await app.startJobs();
  });

  it("the renewal of a drive's token", async () => {
    const ada = await app.connected();
    const { id } = await inDrive(ada);
    const other = await anotherProcess();
    await other.service(
      (sql) => sql`
        update private.drive_connections
           set access_expires_at = now(), lease_holder = gen_random_uuid(),
               lease_process = private.this_process(), lease_until = 'infinity'
         where user_id = ${ada.id}
      `,
    );
    await other.dies();
    const renamed = await ada.call("PUT", `/recordings/${id}`, { filename: "Renewed" });
    expect(renamed.status).toBe(200);
    await expect
      .poll(
        () => pool`
        select 1 from private.drive_connections
         where user_id = ${ada.id} and access_expires_at > now() and lease_until is null
      `,
      )
      .toHaveLength(1);
  });
});

describe("a process", () => {
  it("keeps what it holds for as long as it lives, whatever its own clock missed", async () => {
    const ada = await app.person();
    await holdArchive(service, ada.id);
    await pool`
      update private.processes set seen_at = now() - interval '1 minute' where id = ${app.database.process}
    `;
    expect((await ada.call("POST", "/user/takeout")).status).toBe(409);
  });

  it("that starts alone frees what all others held, and says that it lives until it stops", async () => {
    const database = await testDatabase();
    const env = readEnv({ PORT: "0", DATA_DIR: temporaryDirectory(), DATABASE_URL: database.url });
    const start = () =>
      serve(env, pino({ level: "silent" }), { webDirectory: temporaryDirectory() });
    const dead = () => database.pool`
      select id from private.processes where seen_at < now() - interval '10 seconds'
    `;
    const first = await start();
    expect(await database.pool`select id from private.processes`).toHaveLength(1);
    expect(await dead()).toEqual([]);
    await database.pool`insert into private.processes (id) values (gen_random_uuid())`;
    await first.close();
    expect(await dead()).toHaveLength(1);
    const [old] = await database.pool`
      insert into private.processes (id, seen_at)
      values (gen_random_uuid(), now() - interval '25 hours') returning id`;
    const second = await start();
    expect(await dead()).toHaveLength(2);
    expect(await dead(), "after a day it is forgotten").not.toContainEqual(old);
    await second.close();
  });
});
