import { expect, test } from "vitest";
import { connect } from "#api/platform/database.ts";
import { startHeartbeat } from "#api/platform/heartbeat.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { testDatabase } from "#tests/support/database.ts";

const { url } = await testDatabase();

function process() {
  const database = connect({ url, max: 2 });
  atEndOfFile(database.close);
  return {
    begin: (signsWith: string) => startHeartbeat(database, { isAlone: false, signsWith }),
  };
}

test("a process that signs with another key than those that live is refused, by the name of the setting", async () => {
  const [one, two, three, four] = [process(), process(), process(), process()];
  const { stop } = await one.begin("a key");
  await expect(two.begin("another key")).rejects.toThrow(/^SIGNING_KEY: another Kinora/);
  const same = await four.begin("a key"); // the refusal itself stands in nobody's way
  await stop();
  await expect(three.begin("another key")).rejects.toThrow("SIGNING_KEY");
  await same.stop();
  await (await three.begin("another key")).stop();
});
