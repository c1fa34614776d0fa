import { act } from "@testing-library/react";

/** Waits by turns of the loop alone: other ways to wait let a fake clock go on. */
export async function until(isSo: () => boolean) {
  while (!isSo()) await act(() => new Promise((turned) => setImmediate(turned)));
}
