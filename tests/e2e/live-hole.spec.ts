import { expect } from "@playwright/test";
import { Share } from "#contract/shares.ts";
import { call } from "#tests/e2e/support/belongings.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { forgetSeen, seenBy, timeOf, watched } from "#tests/e2e/support/live.ts";
import { created, tusClient } from "#tests/support/tus.ts";

const HOLE = { begins: 5, ends: 5.8 };

test("a hole in what was recorded stops nobody who watches it", async ({ page, newPerson }) => {
  const person = await newPerson();
  const tus = tusClient(
    { request: (path, init) => fetch(person.origin + path, init) },
    person.token,
  );
  const { url, recording } = created(await tus.create());
  const bytes = filmWithHole();
  expect((await tus.patch(url, { offset: 0, bytes })).status).toBe(204);
  const wish = { is_public: true, permission_type: "view" };
  const link = await call(person, "POST", `/recordings/${recording}/shares`, Share, wish);

  const { video } = await watched(page, page, `/shared/${link.share_token}`);
  await page.getByRole("slider", { name: "Seek" }).press("Home");
  await expect.poll(() => timeOf(video)).toBeLessThan(3);
  await forgetSeen(page);
  await expect.poll(() => timeOf(video)).toBeGreaterThan(HOLE.ends + 2);
  const { still, jumps } = await seenBy(page);
  expect([still < 3000, jumps]).toEqual([true, []]);

  // And nobody who wishes to be in it.
  await video.evaluate(
    (element: HTMLVideoElement, to) => {
      element.currentTime = to;
    },
    (HOLE.begins + HOLE.ends) / 2,
  );
  await expect.poll(() => timeOf(video)).toBeGreaterThan(HOLE.ends + 1);
});

/** In which the recorder had neither a picture nor a sound for a while, as a busy computer leaves it. */
function filmWithHole(): Uint8Array {
  const without = `'not(between(t,${HOLE.begins},${HOLE.ends}))'`;
  const { stdout, exitCode } = Bun.spawnSync([
    ...["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=15:d=14"],
    ...["-f", "lavfi", "-i", "sine=d=14", "-vf", `select=${without}`, "-af", `aselect=${without}`],
    ...["-fps_mode", "passthrough", "-c:v", "libvpx", "-deadline", "realtime", "-g", "15"],
    ...["-c:a", "libopus", "-f", "webm", "-live", "1", "-"],
  ]);
  expect(exitCode).toBe(0);
  return new Uint8Array(stdout);
}
