import { expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp();

test("views are of what plays: who saw only that it is recorded or arrives has seen nothing", async () => {
  const owner = await person();
  const recording = await recordingOf(database, owner);
  const { share_token } = await linkTo(owner, recording);
  const open = (who = visitor) => who.call("GET", `/shared/${share_token}`);
  const viewed = async () =>
    (await (await owner.call("GET", `/recordings/${recording}`)).json()).view_count;
  const become = (state: { status: string; interrupted?: boolean; size?: number }) =>
    database.pool`
      update public.recordings
         set ${database.pool({ interrupted: false, size: 1000, ...state })} where id = ${recording}
    `;
  for (const state of [
    { status: "recording" },
    { status: "uploading" },
    { status: "recording", interrupted: true, size: 0 },
  ]) {
    await become(state);
    expect((await open()).status).toBe(200);
    expect(await viewed(), JSON.stringify(state)).toBe(0);
  }
  const lastViewed = async () => {
    const { shares } = await (await owner.call("GET", `/recordings/${recording}/shares`)).json();
    return shares[0].last_viewed_at;
  };
  expect(await lastViewed()).toBeNull();
  await become({ status: "recording", interrupted: true });
  await open();
  expect(Date.now() - Date.parse(await lastViewed())).toBeLessThan(3_600_000);
  expect(await viewed(), "what had come when it was interrupted").toBe(1);
  await become({ status: "processing" });
  await open(await person());
  expect(await viewed()).toBe(2);
});
