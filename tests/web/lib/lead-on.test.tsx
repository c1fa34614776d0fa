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

/** A page of one link, which leads to another page; the button that floats over both comes after it. */
function TwoPages() {
  const [isLeft, setLeft] = useState(false);
  return (
    <main tabIndex={-1}>
      {isLeft ? (
        <p>Another page</p>
      ) : (
        <button type="button" onClick={() => setLeft(true)}>
          Go on
        </button>
      )}
      <div data-phone-action>
        <button type="button">Start recording</button>
      </div>
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

test("a link that goes with its page leaves the focus to the page, not to the round button over all of them", async () => {
  render(<TwoPages />);
  screen.getByRole("button", { name: "Go on" }).focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByText("Another page");
  await expect.poll(() => document.activeElement).toBe(screen.getByRole("main"));
});
