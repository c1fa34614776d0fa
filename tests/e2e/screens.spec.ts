import { show } from "#tests/e2e/scenes/scene.ts";
import { scenes } from "#tests/e2e/scenes/scenes.ts";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { expectWalks, expectZooms } from "#tests/e2e/support/reach.ts";

for (const scene of scenes) {
  test(`${scene.name} is accessible in either theme at every width, by keyboard alone, and at 200 %`, async ({
    page,
    quietPage,
    world,
  }) => {
    if (scene.logs) quietPage.mayLog(scene.logs);
    await show(page, world, scene);
    await expectAccessible(page, scene.widths);
    await expectWalks(page);
    await expectZooms(page);
  });
}
