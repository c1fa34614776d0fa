import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

/** An act of the menu on a card of the library, chosen by keys. */
export async function fromMenu(title: string, words: string) {
  act(() => screen.getByLabelText(`More for ${title}`).focus());
  await userEvent.keyboard("{Enter}");
  const item = await screen.findByRole("menuitem", { name: words });
  act(() => item.focus());
  await userEvent.keyboard("{Enter}");
}
