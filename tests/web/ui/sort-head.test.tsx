// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { SortHead } from "#web/ui/table.tsx";

afterEach(cleanup);

function Head() {
  const [shown, setShown] = useState<{ sort: "name" | "size"; order: "asc" | "desc" }>({
    sort: "name",
    order: "asc",
  });
  return (
    <table>
      <thead>
        <tr>
          <SortHead column="name" shown={shown} onSort={setShown}>
            Name
          </SortHead>
          <SortHead column="size" shown={shown} onSort={setShown}>
            Size
          </SortHead>
        </tr>
      </thead>
    </table>
  );
}

test("the head of a column says the order it is sorted in, and only of the column that is", async () => {
  render(<Head />);
  const said = () =>
    screen.getAllByRole("columnheader").map((head) => head.getAttribute("aria-sort"));
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  expect(said()).toEqual(["ascending", "none"]);
  await press("Name");
  expect(said()).toEqual(["descending", "none"]);
  await press("Name");
  expect(said()).toEqual(["ascending", "none"]);
  await press("Size");
  expect(said()).toEqual(["none", "ascending"]);
  await press("Size");
  expect(said()).toEqual(["none", "descending"]);
});
