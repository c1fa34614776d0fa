import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect } from "vitest";

/** An option of a list that opens on a press. By its words: to ask the role of each of a hundred takes seconds. */
export async function choose(label: string, words: string) {
  await userEvent.click(await screen.findByLabelText(label));
  await chooseShown(words);
}

/** An option of the list that is open. */
export async function chooseShown(words: string) {
  const find = () => options().find(({ textContent }) => textContent.startsWith(words));
  await expect.poll(find).toBeDefined();
  await userEvent.click(find() ?? document.body);
}

export const options = () => Array.from(document.querySelectorAll<HTMLElement>("[role=option]"));
