import { act } from "@testing-library/react";

/** Waits by turns of the loop alone: whatever else waits lets a clock that is not the real one go on. */
export async function until(isSo: () => boolean) {
  while (!isSo()) await act(() => new Promise((turned) => setImmediate(turned)));
}
