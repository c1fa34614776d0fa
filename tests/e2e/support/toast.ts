import type { Page } from "@playwright/test";

/** A text among the toasts: the page beneath may say the same. */
export const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: /Notifications/ }).getByText(text);
