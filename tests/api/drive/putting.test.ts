import { describe, expect, it, test } from "vitest";
import { driveApp, inDrive } from "#tests/support/drive.ts";
import { allowForProcessing } from "#tests/support/saving.ts";

allowForProcessing();
const app = await driveApp();
const { google } = app;

describe("a file that is put into a drive", () => {
  it("may fail in each of its parts now and then: only one that goes on failing ends it", async () => {
    const { id: owner } = await app.connected();
    const chunks = 4;
    const body = new Blob([new Uint8Array((chunks - 1) * 2 ** 22 + 1)]);
    const passed = () => google.fail("chunk", { status: 503 }, 1); // its first try
    await app.anotherDrive()?.store.put("of/a-bad-line", body, { owner, passed });
    const tries = google.asked.filter(({ range }) => range?.endsWith(`/${body.size}`));
    expect(tries.filter(({ range }) => !range?.includes("*"))).toHaveLength(2 * chunks);
    google.heal();
  });

  it("is there once Google has computed its checksum, which may come later than its size", async () => {
    const email = "in-its-own-time@gmail.test";
    const { id: owner } = await app.connected(email);
    google.files.uncomputed = 2;
    await app.drive?.store.put("of/a-late-sum", new Blob(["all of it"]), { owner });
    expect(google.videos(email).map(({ trashed }) => trashed)).toEqual([false]);
  });
});

test("a new title comes into a drive that was away for an hour", async () => {
  const email = "away@gmail.test";
  const ada = await app.connected(email);
  const { id } = await inDrive(ada);
  google.fail("update", { status: 503 });
  await ada.call("PUT", `/recordings/${id}`, { filename: "A better title" });
  const inAnHour = () => app.database.pool`
    update private.jobs set tries = 11, due_at = now()
     where kind = 'name-file' and tries between 1 and 8 returning id
  `;
  await expect.poll(inAnHour, { timeout: 20_000 }).toHaveLength(1);
  const tried = () => app.database.pool`
    select failed_at from private.jobs
     where kind = 'name-file' and (tries > 11 or failed_at is not null)
  `;
  await expect.poll(tried, { timeout: 20_000 }).toEqual([{ failed_at: null }]);
  google.heal();
});
