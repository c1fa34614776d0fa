// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, describe, expect, it, test } from "vitest";
import { leadOn } from "#web/lib/browser/lead-on.ts";
import { Select } from "#web/ui/controls/select.tsx";
import { askBefore, confirm } from "#web/ui/layers/confirm.tsx";
import { MenuItem, MoreMenu } from "#web/ui/layers/menu.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);

const ask = () => confirm({ title: "Are you sure you want to logout?", danger: true });
const question = () =>
  screen.findByRole("alertdialog", { name: "Are you sure you want to logout?" });

afterEach(async () => {
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  cleanup();
});

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

function Three() {
  const [left, setLeft] = useState(["one", "two", "three"]);
  return (
    <main>
      {left.map((name) => (
        <MoreMenu key={name} label={`More about ${name}`}>
          <MenuItem
            text="Delete"
            onClick={askBefore(() => setLeft(left.filter((other) => other !== name)), {
              title: `Delete ${name}?`,
            })}
          />
        </MoreMenu>
      ))}
    </main>
  );
}

test("a question about a choice of a list gives the focus back to the list's own button", async () => {
  const options = [
    { value: "user", label: "User" },
    { value: "admin", label: "Admin" },
  ];
  render(<Select label="Role" value="user" options={options} onChange={ask} />);
  screen.getByRole("combobox", { name: "Role" }).focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("User"));
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await question();
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
  await userEvent.keyboard("{Escape}");
  await waitFor(() =>
    expect(document.activeElement?.role ?? document.activeElement?.getAttribute("role")).toBe(
      "combobox",
    ),
  );
});

describe("a question from the menu of one of three", () => {
  beforeAll(leadOn);

  async function answer(name: string, key: string) {
    render(<Three />);
    screen.getByRole("button", { name: `More about ${name}` }).focus();
    await userEvent.keyboard("{Enter}");
    await screen.findByRole("menuitem");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await screen.findByRole("alertdialog", { name: `Delete ${name}?` });
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
    await userEvent.keyboard(key);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    return document.activeElement?.getAttribute("aria-label");
  }

  it("gives the focus back to the button of the menu", async () => {
    expect(await answer("two", "{Escape}")).toBe("More about two");
  });

  it.each([
    ["two", "More about three"],
    ["three", "More about two"],
  ])("leads on from %s, which goes, to what is next to it", async (name, next) => {
    expect(await answer(name, "{Tab}{Enter}")).toBe(next);
  });
});
