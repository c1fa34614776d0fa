import { describe, expect, it } from "vitest";
import { pagesShown } from "#web/ui/pagination.tsx";

describe("the page numbers shown", () => {
  it.each([
    [1, 1, "1"],
    [1, 3, "1 2 3"],
    [1, 9, "1 2 … 9"],
    [4, 9, "1 2 3 4 5 … 9"],
    [5, 9, "1 … 4 5 6 … 9"],
    [9, 9, "1 … 8 9"],
  ])("on page %d of %d are %s", (current, total, shown) => {
    expect(pagesShown(current, total).join(" ")).toBe(shown);
  });
});
