// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { AppearanceCard } from "#web/features/settings/settings-page.tsx";

afterEach(cleanup);

test("the look is the system's until another is chosen, and each choice is shown at once", async () => {
  await renderInApp(<AppearanceCard />);
  const chosen = () =>
    screen
      .getAllByRole("radio")
      .filter((one) => one.getAttribute("aria-checked") === "true")
      .map(({ textContent }) => textContent.trim());
  const shown = () => document.documentElement.dataset.theme;
  expect([chosen(), shown()]).toEqual([["System"], undefined]);
  for (const [name, theme] of [
    ["Dark", "dark"],
    ["Light", "light"],
    ["System", undefined],
  ] as const) {
    await userEvent.click(screen.getByRole("radio", { name }));
    expect([chosen(), shown()]).toEqual([[name], theme]);
  }
});
