// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import SecondFactorDialog from "#web/features/account/second-factor-dialog.tsx";
import { signIn, signOut } from "#web/lib/session.ts";

configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  signIn({ token: "t", user: ada });
  vi.stubGlobal("fetch", async () => Response.json({ recovery_codes: ["aaaa-1", "bbbb-2"] }));
});
afterEach(() => {
  cleanup();
  signOut();
  vi.unstubAllGlobals();
});

test("recovery codes, which are shown only now, stay until somebody says that they have kept them", async () => {
  const closed = vi.fn();
  await renderInApp(<SecondFactorDialog act={{ kind: "codes" }} onClose={closed} />);
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret1" } });
  await userEvent.click(screen.getByRole("button", { name: "Make new codes" }));
  expect(await screen.findByText("bbbb-2")).toBeDefined();
  await userEvent.keyboard("{Escape}");
  expect(closed).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "I have kept them" }));
  expect(closed).toHaveBeenCalledOnce();
});
