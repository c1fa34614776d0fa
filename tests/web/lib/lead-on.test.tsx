// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { leadOn } from "#web/lib/browser/lead-on.ts";

beforeAll(leadOn);
afterEach(cleanup);

/** Buttons of which each goes when it is pressed. */
function Three() {
  const [left, setLeft] = useState(["Restore one", "Restore two", "Restore three"]);
  const press = (name: string) => setLeft(left.filter((other) => other !== name));
  return (
    <main tabIndex={-1}>
      {left.map((name) => (
        <button key={name} type="button" onClick={() => press(name)}>
          {name}
        </button>
      ))}
      <p>Nothing else is here.</p>
    </main>
  );
}

const focused = () => document.activeElement?.textContent;

test("a button that goes when it is pressed by keys leaves the focus to the next, the last to the part around it", async () => {
  render(<Three />);
  screen.getByRole("button", { name: "Restore two" }).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(focused).toBe("Restore three");
  await userEvent.keyboard("{Enter}");
  await expect.poll(focused).toBe("Restore one");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.activeElement).toBe(screen.getByRole("main"));
});
