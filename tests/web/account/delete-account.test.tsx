// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { isOff } from "#tests/web/lib/off.ts";
import { DeleteAccountDialog } from "#web/ui/layers/delete-account-dialog.tsx";

afterEach(cleanup);

test.each([true, false])(
  "an account is deleted by its address, and its password where it has one: %s",
  async (asksPassword) => {
    const onDelete = vi.fn();
    render(
      <DeleteAccountDialog
        title="Delete your account?"
        email="Ada@example.org"
        asksPassword={asksPassword}
        isPending={false}
        error={null}
        onDelete={onDelete}
        onClose={() => {}}
      />,
    );
    expect(screen.getByRole("dialog").textContent).toMatch(
      /comments with their replies go, .*The audit log keeps name and email, and so do notes about disputed payments and refunds\./,
    );
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Delete account" });
    await userEvent.type(screen.getByLabelText("Type Ada@example.org to go on"), "ADA@example.org");
    expect(isOff(button)).toBe(asksPassword);
    expect(screen.queryByLabelText("Your password") !== null).toBe(asksPassword);
    if (asksPassword) await userEvent.type(screen.getByLabelText("Your password"), "her own");
    await userEvent.click(button);
    expect(onDelete.mock.calls).toEqual([["ADA@example.org", asksPassword ? "her own" : ""]]);
  },
);
