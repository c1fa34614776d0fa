import { expect, type Page } from "@playwright/test";
import { ShareList } from "#contract/shares.ts";
import { test } from "#tests/e2e/support/journey.ts";
import {
  copyLink,
  expectLinkPlays,
  expectVerified,
  onlyRecording,
  record,
  stop,
  untilTimer,
} from "#tests/e2e/support/recorder.ts";

const RESTARTS = 10;

test("ten restarts in a row leave one recording with one link, and ten takes that can be brought back", async ({
  page,
  newPerson,
  newBrowser,
}) => {
  const person = await newPerson();
  await record(page, person, 2, { auto_save_to_cloud: true });
  const link = await copyLink(page);
  const ofOneTake = await filesHere(page);
  expect(ofOneTake).toBeGreaterThan(0);
  const before = await memoryOf(page);
  const stopButton = page.getByRole("button", { name: "Stop", exact: true });
  for (let count = 0; count < RESTARTS; count++) {
    await page.getByRole("button", { name: "Restart", exact: true }).click();
    await page.getByRole("button", { name: "Throw away" }).click();
    await expect(stopButton, "it counts down").toBeHidden();
    await expect(stopButton).toBeVisible();
    await untilTimer(page, 1);
  }
  expect(await filesHere(page)).toBe((RESTARTS + 1) * ofOneTake);
  const after = await memoryOf(page);
  const [bytes, nodes] = [after.bytes - before.bytes, after.nodes - before.nodes];
  console.info(`ten restarts: ${Math.round(bytes / 1024)} KB and ${nodes} nodes more`);
  expect(bytes, "a take is on the disk, and not in memory").toBeLessThan(RESTARTS * 200 * 1024);
  expect(nodes, "the screen of a take goes with it").toBeLessThan(RESTARTS * 100);
  await stop(page);
  await expectVerified(page);
  const { id, duration } = await onlyRecording(page, person);
  expect(duration ?? 0, "the last take alone").toBeLessThan(8);
  const answer = await page.request.get(`${person.origin}/api/recordings/${id}/shares`, {
    headers: { Authorization: `Bearer ${person.token}` },
  });
  expect(ShareList.parse(await answer.json()).shares).toHaveLength(1);
  await expectLinkPlays(await newBrowser(), link);
});

/** What the page holds, when all that nobody needs is gone. */
async function memoryOf(page: Page) {
  const tools = await page.context().newCDPSession(page);
  await tools.send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize } = await tools.send("Runtime.getHeapUsage");
  const { nodes } = await tools.send("Memory.getDOMCounters");
  await tools.detach();
  return { bytes: usedSize + backingStorageSize, nodes };
}

/** The files that takes have on this computer. */
const filesHere = (page: Page) =>
  page.evaluate(async () => {
    const count = async (directory: FileSystemDirectoryHandle): Promise<number> => {
      let found = 0;
      for await (const entry of directory.values())
        found += entry instanceof FileSystemDirectoryHandle ? await count(entry) : 1;
      return found;
    };
    return count(await navigator.storage.getDirectory());
  });
