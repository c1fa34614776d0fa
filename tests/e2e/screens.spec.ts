import { expectAccessible } from "./accessibility.ts";
import { test } from "./journey.ts";
import { show } from "./scene.ts";
import { scenes } from "./scenes.ts";

for (const scene of scenes) {
  test(`${scene.name} is accessible in either theme at every width`, async ({
    page,
    quietPage,
    world,
  }) => {
    if (scene.logs) quietPage.mayLog(scene.logs);
    await show(page, world, scene);
    await expectAccessible(page, scene.widths);
  });
}
