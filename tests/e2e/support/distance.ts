import type { Locator } from "@playwright/test";

/** The pixels from the foot of one element to the top of the other; no number where either is not on the screen. */
export async function distance(above: Locator, below: Locator): Promise<number> {
  const [upper, lower] = await Promise.all([above.boundingBox(), below.boundingBox()]);
  return upper && lower ? lower.y - upper.y - upper.height : Number.NaN;
}
