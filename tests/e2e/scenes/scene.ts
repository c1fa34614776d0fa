import type { Page } from "@playwright/test";
import { type Person, signIn } from "#tests/e2e/support/people.ts";
import type { World } from "#tests/e2e/support/world.ts";

/** One screen in one state that matters: who looks, where, and how to see that it stands there. */
export interface Scene {
  name: string;
  who?: "newcomer" | "owner" | "rough" | "superAdmin";
  path: (world: World) => string;
  /** The heading that says that the screen is there. */
  heading: (world: World) => string | RegExp;
  /** The only widths at which there is such a thing. */
  widths?: number[];
  /** Messages that the page may write into the console, because something is really wrong. */
  logs?: RegExp;
  /** Brings something out of order before the page is opened. */
  arrange?: (page: Page) => Promise<unknown>;
  /** Acts on the page before one looks. */
  act?: (page: Page, world: World) => Promise<unknown>;
}

export const at = (path: string, heading: string | RegExp) => ({
  path: () => path,
  heading: () => heading,
});

/** Brings a page to the scene. */
export async function show(page: Page, world: World, scene: Scene) {
  const { who, path, heading, arrange, act } = scene;
  if (who) await signIn(page, personOf(world, who));
  await arrange?.(page);
  await page.goto(path(world));
  await page
    .getByRole("heading", { name: heading(world) })
    .first()
    .waitFor();
  await act?.(page, world);
}

const personOf = (world: World, who: NonNullable<Scene["who"]>): Person =>
  who === "rough" ? world.rough.owner : world[who];

type Answer = any; // changed, not read

/** Answers as if the server had answered this. */
export async function changed(
  page: Page,
  address: string | RegExp,
  change: (answer: Answer) => object,
) {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}
