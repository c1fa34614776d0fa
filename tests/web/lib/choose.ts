import { fireEvent, screen } from "@testing-library/react";
import { expect } from "vitest";

/** An option of a list that opens on a press. By its words: to ask the role of each of a hundred takes seconds. */
export async function choose(label: string, words: string) {
  const list = await screen.findByLabelText(label);
  fireEvent.mouseDown(list);
  fireEvent.click(list);
  const find = () => options().find(({ textContent }) => textContent.startsWith(words));
  await expect.poll(find).toBeDefined();
  const option = find();
  if (!option) return;
  fireEvent.mouseMove(option);
  fireEvent.click(option);
}

export const options = () => Array.from(document.querySelectorAll<HTMLElement>("[role=option]"));
