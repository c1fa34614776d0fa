import { expect, type Page } from "@playwright/test";

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
  await expect(visitor.getByText("2 watching now", { exact: true })).toBeVisible();
}
