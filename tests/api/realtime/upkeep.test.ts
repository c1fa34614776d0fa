import { expect, test } from "vitest";
import { createRealtime } from "#api/platform/embedded/realtime/endpoint.ts";
import { makeKeys } from "#api/platform/keys.ts";
import { testDatabase } from "#tests/support/database.ts";
import { fail, newKey } from "#tests/support/realtime.ts";

const { pool } = await testDatabase();

test("messages are kept for two hours, in which every feed has read them, and not for longer", async () => {
  await pool`
    insert into realtime.messages (topic, extension, event, inserted_at)
    select 'a topic', 'broadcast', minutes || ' minutes', now() - make_interval(mins => minutes)
      from unnest(array[0, 110, 130, 500]) as age (minutes)
  `;

  const realtime = createRealtime(pool, await makeKeys(await newKey()), { report: fail });
  const server = Bun.serve({ port: 0, websocket: realtime.websocket, fetch: realtime.upgrade });
  await realtime.start(server);

  const kept = await pool`select event from realtime.messages order by inserted_at`;
  expect(kept.map(({ event }) => event)).toEqual(["110 minutes", "0 minutes"]);
  await realtime.stop();
  await server.stop(true);
});
