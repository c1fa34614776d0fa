import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export const widths = [360, 768, 1440];
export const themes = ["light", "dark"] as const;

/** Nothing for axe to find and nothing that sticks out, in either theme at every width. */
export async function expectAccessible(page: Page, only = widths) {
  const before = page.viewportSize();
  for (const width of only) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await settled(page);
      const where = `${new URL(page.url()).pathname}, ${colorScheme}, ${width} px`;
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect.soft(violations.map(summary), where).toEqual([]);
      expect.soft(await overflow(page), `${where}: scrolls sideways by`).toBe(0);
    }
  }
  if (before) await page.setViewportSize(before);
}

/** Colours in the middle of a transition have no contrast worth measuring. */
export async function settled(page: Page) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(isStill, undefined, { timeout: 30_000 });
}

function isStill(): boolean {
  return document.getAnimations().every(({ playState, effect }) => {
    const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    // What is folded away gets no frames, so its transitions never end.
    return playState !== "running" || isEndless || !target?.checkVisibility();
  });
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

function summary({ id, help, nodes }: { id: string; help: string; nodes: { html: string }[] }) {
  return `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`;
}
