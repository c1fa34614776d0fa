import { expect } from "@playwright/test";
import { pages } from "#tests/e2e/scenes/pages.ts";
import { test } from "#tests/e2e/support/journey.ts";
import { askedUntilPicture, shiftsOf } from "#tests/e2e/support/steadiness.ts";

for (const scene of pages) {
  test(`${scene.name} stands still while it loads over a slow connection`, async ({
    context,
    world,
  }) => {
    for (const { sum, where } of await shiftsOf(context, world, scene))
      expect.soft(sum, where).toBeLessThanOrEqual(0.01);
  });
}

test("a link asks for at most ten things up to the picture of its video", async ({
  page,
  newPerson,
}) => {
  const asked = await askedUntilPicture(page, await newPerson());
  expect(asked.length).toBeGreaterThan(4);
  expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(10);
});
