import { show } from "#tests/e2e/scenes/scene.ts";
import { scenes } from "#tests/e2e/scenes/scenes.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { expectWalks, expectZooms } from "#tests/e2e/support/reach.ts";

/** These are no windows of their own but lie beside the page: a question in a toast, and notices on a phone. */
const beside = ["confirm", "notices-phone"];

for (const scene of scenes.filter(({ name }) => !beside.includes(name))) {
  test(`${scene.name} is used by keyboard alone, and at 200 %`, async ({
    page,
    quietPage,
    world,
  }) => {
    if (scene.logs) quietPage.mayLog(scene.logs);
    await show(page, world, scene);
    await expectWalks(page);
    await expectZooms(page);
  });
}
