import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Frame, type Page } from "@playwright/test";
import type { AxeResults, Result, RunOptions } from "axe-core";

export const widths = [360, 768, 1440];
export const themes = ["light", "dark"] as const;

/** Nothing for axe to find and nothing that sticks out, in either theme at every width. */
export async function expectAccessible(page: Page, only = widths) {
  for await (const { where, violations, sideways } of examine(page, only)) {
    expect.soft(violations, where).toEqual([]);
    expect.soft(sideways, `${where}: sticks out`).toEqual([]);
  }
}

const softly = expect.configure({ soft: true });

/** Nothing that sticks out at any width: what of this needs no axe. */
export async function expectNothingSticksOut(page: Page, only = widths) {
  for (const width of only) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    const where = `${new URL(page.url()).pathname}, ${width} px: sticks out`;
    // Elements that measure themselves follow a new width a frame later.
    await softly.poll(() => page.evaluate(whatSticksOut), where).toEqual([]);
  }
}

/** Looks at the page as it stands, one width after the other, in both themes. */
export async function* examine(page: Page, only = widths) {
  const before = page.viewportSize();
  for (const width of only) {
    await page.setViewportSize({ width, height: 900 });
    let seen: string | undefined;
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await settled(page);
      const shape = await page.evaluate(shapeOfPage);
      const found = await look(page, shape === seen ? rulesOfColour : undefined);
      yield { where: `${new URL(page.url()).pathname}, ${colorScheme}, ${width} px`, ...found };
      seen = shape;
    }
  }
  if (before) await page.setViewportSize(before);
}

/** Colours in the middle of a transition have no contrast worth measuring. */
export const settled = (page: Page): Promise<void> => page.evaluate(atRest, 30_000);

/** Waits in one call of the browser: each call costs as much as the question. */
async function atRest(patience: number) {
  const isStill = () =>
    document.getAnimations().every(({ playState, effect }) => {
      const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      // A part that is folded away gets no frames, so its transitions never end.
      return playState !== "running" || isEndless || !target?.checkVisibility();
    });
  await document.fonts.ready;
  for (const end = performance.now() + patience; !isStill(); ) {
    if (performance.now() > end) throw new Error("The page does not come to rest");
    await new Promise(requestAnimationFrame);
  }
}

/** The only rules that look at colours. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/**
 * The input of all other rules: the elements of the page, what of them is visible, and where they lie. Where
 * the second theme changes nothing of this, these rules find there what they found in the first.
 */
function shapeOfPage(): string {
  const shapes = [...document.querySelectorAll("*")].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const { scrollWidth, scrollHeight } = element;
    const style = getComputedStyle(element);
    const { display, visibility, opacity, position, overflow, clip, clipPath } = style;
    const where = [x, y, width, height, scrollWidth, scrollHeight];
    return [...where, display, visibility, opacity, position, overflow, clip, clipPath].join();
  });
  return [document.documentElement.outerHTML, ...shapes].join("\n");
}

const engine = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** The violations that axe finds by these rules, or by all, and what sticks out, in the page and in each frame. */
async function look(page: Page, rules?: string[]) {
  const found = await lookAt(page.mainFrame(), rules);
  for (const frame of page.frames().filter((one) => one !== page.mainFrame())) {
    const inFrame = await lookAt(frame, rules);
    found.violations.push(...inFrame.violations);
    found.sideways.push(...inFrame.sideways);
  }
  return found;
}

/** Looks at one frame, which is given the engine once, past its own policy. */
export async function lookAt(frame: Frame, rules?: string[]) {
  const options: RunOptions = {
    resultTypes: ["violations"],
    iframes: false,
    ...(rules && { runOnly: rules }),
  };
  let found = await frame.evaluate(run, options);
  if (!found) {
    await frame.evaluate(engine);
    found = await frame.evaluate(run, options);
  }
  if (!found) throw new Error("The page has lost the engine");
  return {
    violations: found.violations.map(summary),
    sideways: await frame.evaluate(whatSticksOut),
  };
}

/** Nothing where the page has no engine yet. */
async function run(options: RunOptions) {
  const axe = Reflect.get(window, "axe");
  if (!axe) return;
  // Of rules without a violation, axe has more to tell than need be carried out of the page.
  const { violations }: AxeResults = await axe.run(document, options);
  return { violations };
}

/**
 * The parts that are wider than their room: the page, what scrolls sideways inside it or over it, what is cut off
 * without dots, and what leaves the box that is drawn around it.
 */
function whatSticksOut(): string[] {
  /** An element for screen readers alone stands in a box of one pixel. */
  const isOnlyHeard = (element: Element | null): boolean =>
    element !== null && (element.clientWidth === 1 || isOnlyHeard(element.parentElement));
  const isTooWide = (element: Element) => {
    const { scrollWidth, clientWidth } = element;
    if (clientWidth === 0 || scrollWidth - clientWidth <= 1 || !element.checkVisibility())
      return false;
    if (isOnlyHeard(element)) return false;
    if (element.matches(":has(> img[alt=''])")) return false; // a picture for the eye alone may be cut off
    const { display, overflowX, textOverflow, borderRightWidth } = getComputedStyle(element);
    if (display === "inline") return false;
    if (overflowX === "visible") return borderRightWidth !== "0px";
    return textOverflow !== "ellipsis";
  };
  const elements = [...document.querySelectorAll("body *")];
  const { scrollWidth } = document.documentElement;
  // Of the elements that make the page too wide, the innermost says most.
  const widest = elements.findLast(
    (element) => element.getBoundingClientRect().left + element.scrollWidth >= scrollWidth - 1,
  );
  return [
    ...(scrollWidth > window.innerWidth ? [widest ?? document.body] : []),
    ...elements.filter((element) => !element.matches("input, textarea")).filter(isTooWide),
  ].map((element) => element.outerHTML.slice(0, 200));
}

function summary({ id, help, nodes }: Result) {
  return `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`;
}
