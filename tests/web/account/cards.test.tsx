// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Device } from "#contract/account.ts";
import type { SecondFactor } from "#contract/second-factor.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { devicesQuery } from "#web/data/account.ts";
import { type Act, secondFactorQuery } from "#web/data/second-factor.ts";
import {
  AccountCards,
  ChangePasswordCard,
  LeavingCard,
} from "#web/features/account/account-cards.tsx";
import SecondFactorDialog from "#web/features/account/second-factor-dialog.tsx";
import { sessionToken, signIn, signOut } from "#web/lib/session.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
beforeEach(() => signIn({ token: "t", user: ada }));
afterEach(() => {
  cleanup();
  signOut();
});

const here: Device = {
  id: "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a04",
  device: "Chrome on Linux",
  created_at: "2026-11-01T10:00:00Z",
  last_seen_at: new Date(Date.now() - 3 * 60_000).toISOString(),
  is_current: true,
};
const phone: Device = { ...here, id: "other", device: "Safari on iPhone", is_current: false };
const none: SecondFactor = { totp: false, passkeys: [], recovery_codes_left: 0 };
const key = { id: "key", name: "My key", created_at: "2026-11-01T10:00:00Z" };

async function show(factor: Partial<SecondFactor> = {}) {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  cache.setQueryData(devicesQuery.queryKey, [here, phone]);
  cache.setQueryData(secondFactorQuery.queryKey, { ...none, ...factor });
  await renderInApp(<AccountCards />, { cache });
  return cache;
}
const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("an account", () => {
  it("changes its password, or sets one where it has none", async () => {
    await show();
    expect(screen.getByRole("button", { name: "Change Password" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Set Password" })).toBeNull();
    cleanup();
    signIn({ token: "t", user: { ...ada, password_set: false } });
    await show();
    expect(screen.queryByRole("button", { name: "Change Password" })).toBeNull();
    answers({
      "POST /user/set-password": { token: "t2", user: ada },
      "GET /user/sessions": { sessions: [] },
    });
    write("Password", "secret1");
    press("Set Password");
    await screen.findByRole("button", { name: "Change Password" });
    expect(sessionToken()).toBe("t2");
  });

  it("signs out another device after asking, and never this one", async () => {
    await show();
    const rows = screen.getAllByRole("listitem").filter((row) => /Signed in/.test(row.textContent));
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "Chrome on LinuxThis device·Signed in Nov 1, 2026",
      "Safari on iPhone·Last seen 3 minutes ago·Signed in Nov 1, 2026Sign out",
    ]);
    const path = "DELETE /user/sessions/other";
    const asked = answers({
      [path]: { success: true },
      "GET /user/sessions": { sessions: [here] },
    });
    for (const answer of ["Cancel", "Confirm"]) {
      press("Sign out Safari on iPhone");
      const dialog = await screen.findByRole("alertdialog", { name: "Sign out Safari on iPhone?" });
      fireEvent.click(within(dialog).getByRole("button", { name: answer }));
      await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
      await expect.poll(() => asked[0]?.[0]).toBe(answer === "Confirm" ? path : undefined);
    }
    await expect.poll(() => screen.queryByText(phone.device)).toBeNull();
    await screen.findByText("Device signed out");
  });

  it.each<[Partial<SecondFactor>, string[]]>([
    [{}, ["Turn on"]],
    [{ totp: true, recovery_codes_left: 7 }, ["Turn off", "Make new ones"]],
    [{ passkeys: [key] }, ["Turn on", "Remove My key", "Make new ones"]],
  ])(
    "offers of a second factor what it has not, and can lose what it has: %o",
    async (factor, can) => {
      await show(factor);
      const names = screen
        .getAllByRole("button")
        .map((one) => one.getAttribute("aria-label") ?? one.textContent)
        .filter((name) => /^(Turn|Remove|Make)/.test(name));
      expect(names).toEqual(can);
      expect(screen.queryByText("On") !== null).toBe(factor.totp ?? false);
      expect(screen.queryByText(/^7 left/) !== null).toBe(factor.recovery_codes_left === 7);
    },
  );
});

describe("a new password", () => {
  const path = "POST /user/change-password";
  async function change(answer: object) {
    const asked = answers({ [path]: answer, "GET /user/sessions": { sessions: [] } });
    await renderInApp(<ChangePasswordCard />);
    write("Current password", "secret1");
    write("New password", "secret2");
    press("Change Password");
    return asked;
  }

  it("is sent once, and the form is empty again", async () => {
    const asked = await change({ token: "t2", user: ada, connections: [] });
    await screen.findByText("Password changed successfully");
    await expect.poll(() => value("New password")).toBe("");
    expect(asked[0]).toEqual([path, { current_password: "secret1", new_password: "secret2" }]);
    expect(sessionToken()).toBe("t2");
  });

  it("can be changed again, from an empty form each time", async () => {
    const passwords = ["secret1", "secret2", "secret3", "secret4"];
    const asked = answers({
      [path]: ({ new_password }: { new_password: string }) => ({
        token: `session of ${new_password}`,
        user: ada,
        connections: [],
      }),
      "GET /user/sessions": { sessions: [] },
    });
    await renderInApp(<ChangePasswordCard />);
    for (const [n, password] of passwords.slice(1).entries()) {
      write("Current password", passwords[n] ?? "");
      write("New password", password);
      press("Change Password");
      await expect.poll(sessionToken).toBe(`session of ${password}`);
      await expect.poll(() => value("New password")).toBe("");
      expect(value("Current password")).toBe("");
      await screen.findByRole("button", { name: "Change Password" });
    }
    expect(asked.filter(([call]) => call === path)).toHaveLength(3);
  });

  it("that is refused stays in the form, with the words at their field", async () => {
    await change(refusal(400, "No", { current_password: "This is not your password" }));
    await screen.findByText("This is not your password");
    expect([value("Current password"), value("New password")]).toEqual(["secret1", "secret2"]);
    expect(document.activeElement).toBe(screen.getByLabelText("Current password"));
    expect(sessionToken()).toBe("t");
  });
});

describe("whoever leaves", () => {
  it("takes everything along, and is asked before the account goes", async () => {
    const clicked: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      clicked.push(this.getAttribute("href") ?? "");
    });
    await renderInApp(<LeavingCard />);
    const asked = answers({
      "POST /user/takeout": { path: "/api/takeout", expires_at: "2999-01-01T00:00:00Z" },
      "POST /user/delete": { success: true },
    });
    press("Download everything");
    await expect.poll(() => clicked).toEqual(["/api/takeout"]);
    press("Delete account");
    const dialog = await screen.findByRole("dialog", { name: "Delete your account?" });
    write(`Type ${ada.email} to go on`, ada.email);
    write("Your password", "secret1");
    fireEvent.click(within(dialog).getByRole("button", { name: "Delete account" }));
    await expect.poll(sessionToken).toBeUndefined();
    expect(asked.at(-1)).toEqual(["POST /user/delete", { email: ada.email, password: "secret1" }]);
    click.mockRestore();
  });
});

describe("a change of the second factor", () => {
  const start = "/user/second-factor";
  async function change(act: Act, answer: Record<string, object>) {
    let closed = 0;
    const asked = answers(answer);
    await renderInApp(<SecondFactorDialog act={act} onClose={() => (closed += 1)} />);
    return { asked, closed: () => closed };
  }

  it("shows the secret, and turns it on by a code of it", async () => {
    const secret = { secret: "ABCDEF", url: "otpauth://totp/x?secret=ABCDEF" };
    const { asked, closed } = await change(
      { kind: "totp-on" },
      { [`POST ${start}/totp`]: secret, [`PUT ${start}/totp`]: { recovery_codes: [] } },
    );
    write("Password", "secret1");
    press("Continue");
    expect(await screen.findByText("ABCDEF")).toBeDefined();
    expect(screen.queryByLabelText("Password")).toBeNull();
    write("Code of the app", "123456");
    press("Turn on");
    await expect.poll(closed).toBe(1);
    expect(asked).toEqual([
      [`POST ${start}/totp`, { password: "secret1" }],
      [`PUT ${start}/totp`, { code: "123456" }],
    ]);
  });

  it("takes away what was named, and closes", async () => {
    const path = `DELETE ${start}/passkeys/key`;
    const { asked, closed } = await change(
      { kind: "passkey-off", id: "key", name: "My key" },
      { [path]: { success: true } },
    );
    expect(screen.getByText("My key")).toBeDefined();
    write("Password", "secret1");
    press("Remove");
    await expect.poll(closed).toBe(1);
    expect(asked).toEqual([[path, { password: "secret1" }]]);
  });

  it("asks no password of whoever has none, and stays open where it is refused", async () => {
    signIn({ token: "t", user: { ...ada, password_set: false } });
    const { closed } = await change(
      { kind: "totp-off" },
      { [`DELETE ${start}/totp`]: refusal(403, "Sign in again") },
    );
    expect(screen.queryByLabelText("Password")).toBeNull();
    expect(screen.getByText(/^This needs a sign-in of the last ten minutes/)).toBeDefined();
    press("Turn off");
    await screen.findByText("Sign in again");
    expect(closed()).toBe(0);
  });
});
