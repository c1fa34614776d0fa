import { expect, type Page } from "@playwright/test";
import { expectNothingSticksOut } from "./accessibility.ts";
import { joining } from "./realtime.ts";

interface Seen {
  /** The owner, beside their video. */
  by: Page;
  as: string;
}

/** Opens a link: the owner's page says who has come, and no longer who has left; this one only how many there are. */
export async function openSeen(visitor: Page, link: string, { by, as }: Seen) {
  await visitor.goto(link);
  const watching = by.getByText(/^1 other is watching now/);
  await expect(watching).toHaveText(`1 other is watching now: ${as}`);
  const before = by.viewportSize();
  await by.setViewportSize({ width: 360, height: 780 });
  await expect(watching, "on a phone").toBeVisible();
  await expectNothingSticksOut(by, [360]);
  if (before) await by.setViewportSize(before);
  await expect(visitor.getByText("2 watching now", { exact: true })).toBeVisible();
}

interface Previewed {
  id: string;
  link: string;
  by: Page;
}

/** The owner looks at the preview of an embedded player, which is nobody who watches. */
export async function countNoPreview(visitor: Page, { id, link, by }: Previewed) {
  const joined = joining(by, id);
  await by.getByText("Options", { exact: true }).click();
  await by.getByRole("button", { name: "Embed" }).click();
  await joined();
  await visitor.goto(link);
  await expect(visitor.getByText("2 watching now", { exact: true })).toBeVisible();
}
