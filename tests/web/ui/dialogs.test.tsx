// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isOff } from "#tests/web/lib/off.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { DeleteAccountDialog } from "#web/ui/layers/delete-account-dialog.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { loadToasts, toast } from "#web/ui/layers/toast.ts";
import { Sheet } from "#web/ui/page/frame.tsx";

beforeAll(loadToasts);
afterEach(cleanup);

let closes = 0;
beforeEach(() => {
  closes = 0;
});

/** A button that opens it, as on a page. */
function Opened({ draw }: { draw: (open: boolean, close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {draw(open, () => {
        closes++;
        setOpen(false);
      })}
    </>
  );
}
const open = async () => {
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  return screen.findByRole("dialog");
};
const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

const kinds: [string, string, (open: boolean, close: () => void) => ReactNode][] = [
  ["a dialog", "Sure?", (isOpen, close) => <Dialog open={isOpen} onClose={close} title="Sure?" />],
  [
    "a sheet",
    "Menu",
    (isOpen, close) => (
      <Sheet open={isOpen} onClose={close}>
        <button type="button">Inside</button>
      </Sheet>
    ),
  ],
];

describe.each(kinds)("%s", (_, name, draw) => {
  it("has its title as its name, is closed by Escape, and gives the focus back", async () => {
    render(<Opened draw={draw} />);
    await open();
    expect(screen.getByRole("dialog", { name })).toBeDefined();
    await userEvent.keyboard("{Escape}");
    await gone();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Open"));
  });

  it("stays where a toast above it is pressed or hears a key, and goes where the page beneath it is", async () => {
    render(<Opened draw={draw} />);
    await open();
    toast.error("Something else happened", { duration: 60_000 });
    const said = await screen.findByText("Something else happened");
    await userEvent.click(said);
    fireEvent.keyDown(said, { key: "Escape" });
    expect(closes).toBe(0);
    await userEvent.click(document.body);
    await gone();
    expect(closes).toBe(1);
  });
});

describe("a dialog", () => {
  it("that is locked is closed by nothing, and shows no way to", async () => {
    const onClose = vi.fn();
    const { rerender } = render(<Dialog open onClose={onClose} title="Sure?" locked />);
    await screen.findByRole("dialog");
    expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
    await userEvent.keyboard("{Escape}");
    await userEvent.click(document.body);
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByRole("dialog")).not.toBeNull();
    rerender(<Dialog open onClose={onClose} title="Sure?" />);
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe("the question before an account is deleted", () => {
  const asked: unknown[][] = [];
  beforeEach(() => {
    asked.length = 0;
  });
  const shared = {
    title: "Delete your account?",
    email: "Ada@Example.com",
    error: null,
    onDelete: (...said: unknown[]) => void asked.push(said),
    onClose: () => {},
  };
  const yes = () => screen.getByRole<HTMLButtonElement>("button", { name: "Delete account" });
  const address = () => screen.getByLabelText("Type Ada@Example.com to go on");

  it("is answered by the whole address, in any case and with spaces around it", async () => {
    render(<DeleteAccountDialog {...shared} isPending={false} />);
    expect(isOff(yes())).toBe(true);
    await userEvent.type(address(), "ada@example.co");
    expect(isOff(yes())).toBe(true);
    await userEvent.type(address(), "m ");
    expect(isOff(yes())).toBe(false);
    expect(screen.queryByLabelText("Your password")).toBeNull();
    await userEvent.click(yes());
    expect(asked).toEqual([["ada@example.com ", ""]]);
  });

  it("asks the owner for the password as well, and passes it on as it was typed", async () => {
    render(<DeleteAccountDialog {...shared} isPending={false} asksPassword />);
    await userEvent.type(address(), "ada@example.com");
    expect(isOff(yes())).toBe(true);
    await userEvent.type(screen.getByLabelText("Your password"), " secret ");
    await userEvent.click(yes());
    expect(asked).toEqual([["ada@example.com", " secret "]]);
    await userEvent.clear(address());
    expect(isOff(yes())).toBe(true);
  });

  it("is answered by Enter as well, and goes back to the password that was wrong", async () => {
    const dialog = (error: unknown) => (
      <DeleteAccountDialog {...shared} isPending={false} asksPassword error={error} />
    );
    const { rerender } = render(dialog(null));
    await userEvent.type(address(), "ada@example.com");
    const password = screen.getByLabelText<HTMLInputElement>("Your password");
    await userEvent.type(password, "secret");
    password.form?.requestSubmit(yes()); // as a browser does on Enter
    expect(asked).toEqual([["ada@example.com", "secret"]]);
    address().focus();
    rerender(dialog(new ApiError(400, "invalid", "No", { password: "This is another one" })));
    await screen.findByText("This is another one");
    expect(document.activeElement).toBe(password);
  });

  it("cannot be left or answered again while the account is being deleted", async () => {
    render(<DeleteAccountDialog {...shared} isPending />);
    await userEvent.type(address(), "ada@example.com");
    expect(yes().getAttribute("aria-busy")).toBe("true");
    for (const button of screen.getAllByRole<HTMLButtonElement>("button")) {
      expect(button.matches(":disabled, [aria-disabled=true]"), button.textContent).toBe(true);
      fireEvent.click(button);
    }
    expect(asked).toEqual([]);
  });
});
