// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { confirm } from "#web/ui/layers/confirm.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);

const ask = () => confirm({ title: "Are you sure you want to logout?", danger: true });
const question = () =>
  screen.findByRole("alertdialog", { name: "Are you sure you want to logout?" });

afterEach(() => waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull()));

describe("the confirmation toast", () => {
  it("takes the focus and says yes to Confirm", async () => {
    const answer = ask();
    await question();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    expect(await answer).toBe(true);
  });

  it("has the two buttons of every other, and says no to Cancel", async () => {
    const answer = ask();
    const buttons = within(await question()).getAllByRole("button");
    expect(buttons.map(({ textContent }) => textContent)).toEqual(["Cancel", "Confirm"]);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await answer).toBe(false);
  });

  it("says no to Escape and gives the focus back", async () => {
    const button = document.body.appendChild(document.createElement("button"));
    button.focus();
    const answer = ask();
    await question();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
    await userEvent.keyboard("{Escape}");
    expect(await answer).toBe(false);
    expect(document.activeElement).toBe(button);
  });
});
