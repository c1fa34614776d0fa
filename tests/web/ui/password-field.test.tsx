// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { NewPasswordField, PasswordField } from "#web/ui/controls/password-field.tsx";

afterEach(cleanup);

test("a field for a new password says how strong it is, asks for 12 signs, and refuses none", async () => {
  render(<NewPasswordField label="Password" name="password" />);
  const field = screen.getByLabelText("Password");
  const said = () => document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(said()?.textContent).toBe("At least 6 characters, better 12.");
  for (const [typed, words] of [
    ["secre", /^At least 6/],
    ["secret", /^Weak\. .*12/],
    ["secret1", /^Weak\. /],
    ["secret-1", /^Fair\. /],
    ["abcdabcdabcd", /^Weak\. /],
    ["abcdeabcdea", /^Fair\. /],
    ["abcdeabcdeab", /^Good/],
    ["abcdefgabcdefgabcdefg", /^Good/],
    ["abcdefghabcdefg", /^Good/],
    ["abcdefghabcdefgh", /^Strong/],
    ["aaaaaaaaaaaaaaaa", /^Weak\. .*12/],
    ["secret-1x", /^Fair\. 12 characters are better/],
    ["correct-hors", /^Good/],
    ["correct horse battery staple", /^Strong/],
  ] as const) {
    await userEvent.clear(field);
    await userEvent.type(field, typed);
    expect(said()?.textContent, typed).toMatch(words);
    expect(field.getAttribute("aria-invalid")).toBeNull();
  }
});

test("a password is hidden until it is asked to be shown, and what was typed stays", async () => {
  render(<PasswordField label="Password" name="password" />);
  const field = screen.getByLabelText<HTMLInputElement>("Password");
  await userEvent.type(field, "secret");
  expect(field.type).toBe("password");
  for (const [act, type] of [
    ["Show password", "text"],
    ["Hide password", "password"],
  ] as const) {
    await userEvent.click(screen.getByRole("button", { name: act }));
    expect([field.type, field.value]).toEqual([type, "secret"]);
  }
});
