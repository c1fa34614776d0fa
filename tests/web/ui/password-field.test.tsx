// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { NewPasswordField } from "#web/ui/password-field.tsx";

afterEach(cleanup);

test("a field for a new password says how strong it is, asks for 12 signs, and refuses none", async () => {
  render(<NewPasswordField label="Password" name="password" />);
  const field = screen.getByLabelText("Password");
  const said = () => document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(said()?.textContent).toBe("At least 6 characters, better 12.");
  for (const [typed, words] of [
    ["secret", /^Weak\. .*12/],
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
