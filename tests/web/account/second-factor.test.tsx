// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SecondFactor } from "#contract/second-factor.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { secondFactorQuery } from "#web/data/second-factor.ts";
import { SecondFactorCard } from "#web/features/account/account-cards.tsx";
import SecondFactorDialog from "#web/features/account/second-factor-dialog.tsx";
import { signIn, signOut } from "#web/lib/session.ts";

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
  await userEvent.click(screen.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe("aaaa-1\nbbbb-2");
  await screen.findByRole("button", { name: "Copied" });
  await userEvent.keyboard("{Escape}");
  expect(closed).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "I have kept them" }));
  expect(closed).toHaveBeenCalledOnce();
});

const key = { id: "key", name: "My key", created_at: "2026-11-01T10:00:00Z" };

async function showCard(factor: Partial<SecondFactor>) {
  const cache = new QueryClient();
  const none = { totp: false, passkeys: [], recovery_codes_left: 0 };
  cache.setQueryData(secondFactorQuery.queryKey, { ...none, ...factor });
  await renderInApp(<SecondFactorCard />, { cache });
}

test.each<[Partial<SecondFactor>, button: string, title: string, go: string]>([
  [{}, "Turn on", "Turn on an authenticator app", "Continue"],
  [{ totp: true }, "Turn off", "Turn off the authenticator app?", "Turn off"],
  [{ totp: true }, "Make new ones", "Make new recovery codes?", "Make new codes"],
  [{ passkeys: [key] }, "Remove My key", "Remove the passkey?", "Remove"],
])(
  "of %o, %s asks what it is to do, and closes without having done it",
  async (factor, button, title, go) => {
    await showCard(factor);
    await userEvent.click(screen.getByRole("button", { name: button }));
    const dialog = await screen.findByRole("dialog", { name: title });
    expect(within(dialog).getByRole("button", { name: go })).toBeDefined();
    expect(within(dialog).queryByText("My key") !== null).toBe(button === "Remove My key");
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  },
);

test("a wrong password, and a wrong code, are said to be at their field, which stays", async () => {
  const start = "/user/second-factor/totp";
  await renderInApp(<SecondFactorDialog act={{ kind: "totp-on" }} onClose={() => {}} />);
  const write = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  answers({ [`POST ${start}`]: refusal(403, "No", { password: "This is not your password" }) });
  write("Password", "secret1");
  await press("Continue");
  await screen.findByText("This is not your password");
  answers({
    [`POST ${start}`]: { secret: "ABC", url: "otpauth://totp/x?secret=ABC" },
    [`PUT ${start}`]: refusal(400, "No", { code: "This code is wrong" }),
  });
  await press("Continue");
  const app = await screen.findByRole("link", { name: "Open in an app on this device" });
  expect(app.getAttribute("href")).toBe("otpauth://totp/x?secret=ABC");
  expect(screen.getByRole("img", { name: "QR code" })).toBeDefined();
  expect(screen.queryByText("This is not your password")).toBeNull();
  write("Code of the app", "123456");
  await press("Turn on");
  await screen.findByText("This code is wrong");
  expect(screen.getByText("ABC")).toBeDefined();
});

test("a passkey is made where the browser knows any, and sent with its name", async () => {
  await showCard({});
  expect(screen.queryByRole("button", { name: "Add" })).toBeNull();
  cleanup();
  const credential = { id: "made", response: { clientDataJSON: "data" } };
  vi.stubGlobal("PublicKeyCredential", {
    parseCreationOptionsFromJSON: ({ challenge }: { challenge: string }) => `read ${challenge}`,
  });
  const create = vi.fn(async () => ({ toJSON: () => credential }));
  Object.defineProperty(navigator, "credentials", { value: { create }, configurable: true });
  const path = "/user/second-factor/passkeys";
  const asked = answers({
    [`POST ${path}`]: { challenge: "c" },
    [`PUT ${path}`]: { recovery_codes: [] },
  });
  await showCard({});
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  await screen.findByRole("dialog", { name: "Add a passkey" });
  expect(screen.getByLabelText<HTMLInputElement>("Name of the passkey").value).toBe("My passkey");
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret1" } });
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(create.mock.calls).toEqual([[{ publicKey: "read c" }]]);
  expect(asked.slice(0, 2)).toEqual([
    [`POST ${path}`, { password: "secret1" }],
    [`PUT ${path}`, { name: "My passkey", credential }],
  ]);
});

test("a passkey without a name is objected to before the device makes one", async () => {
  const create = vi.fn();
  Object.defineProperty(navigator, "credentials", { value: { create }, configurable: true });
  const asked = answers({});
  await renderInApp(<SecondFactorDialog act={{ kind: "passkey-on" }} onClose={() => {}} />);
  fireEvent.change(screen.getByLabelText("Name of the passkey"), { target: { value: " " } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret1" } });
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByText("Give it a name");
  expect([asked, create.mock.calls]).toEqual([[], []]);
});

test("a device that has a passkey already is told so, for another try would not help", async () => {
  vi.stubGlobal("PublicKeyCredential", { parseCreationOptionsFromJSON: () => ({}) });
  const create = () => Promise.reject(new DOMException("There is one", "InvalidStateError"));
  Object.defineProperty(navigator, "credentials", { value: { create }, configurable: true });
  answers({ "POST /user/second-factor/passkeys": { challenge: "c" } });
  await renderInApp(<SecondFactorDialog act={{ kind: "passkey-on" }} onClose={() => {}} />);
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret1" } });
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByText("This device has a passkey of this account already.");
});
