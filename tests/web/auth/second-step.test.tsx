// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { getDefaultStore } from "jotai";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Ticket } from "#contract/auth.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { SecondStep } from "#web/features/auth/auth-frame.tsx";
import { ResetPasswordPage } from "#web/features/auth/reset-password-page.tsx";
import { arrive, ticketAtom } from "#web/features/auth/sign-in.ts";
import { sessionToken, signIn, signOut } from "#web/lib/session.ts";

afterEach(() => {
  cleanup();
  signOut();
  vi.unstubAllGlobals();
});

const ask = (...ways: Ticket["ways"]) => ({ ticket: "t", ways, passkey: { challenge: "c" } });

describe("the second step", () => {
  it.each([
    [["passkey", "recovery", "totp"], "Code", ["Use a passkey", "Use a recovery code"]],
    [["recovery", "totp"], "Code", ["Use a recovery code"]],
    [["passkey", "recovery"], undefined, ["Use a recovery code"]],
  ] as const)(
    "of %j begins with the app's code, where there is an app",
    async (ways, field, others) => {
      await renderInApp(<SecondStep asked={ask(...ways)} onDone={undefined} />);
      expect(screen.queryByRole("textbox")?.getAttribute("name")).toBe(field && "code");
      const [first, ...rest] = screen.getAllByRole("button").map(({ textContent }) => textContent);
      expect(first).toBe(field ? "Continue" : "Use a passkey");
      expect(rest).toEqual(others);
    },
  );

  it("by a passkey asks the browser at once where it is chosen, and again where that was broken off", async () => {
    const credential = { id: "mine", response: { clientDataJSON: "data" } };
    vi.stubGlobal("PublicKeyCredential", {
      parseRequestOptionsFromJSON: ({ challenge }: { challenge: string }) => `read ${challenge}`,
    });
    const get = vi.fn(async () => ({ toJSON: () => credential }));
    get.mockRejectedValueOnce(new DOMException("Broken off", "NotAllowedError"));
    Object.defineProperty(navigator, "credentials", { value: { get }, configurable: true });
    const path = "POST /auth/second-factor/passkeys";
    const asked = answers({ [path]: { token: "s", user: ada } });
    let done = 0;
    const onDone = async () => {
      done += 1;
    };
    await renderInApp(<SecondStep asked={ask("totp", "passkey")} onDone={onDone} />);
    expect(get).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Use a passkey" }));
    expect((await screen.findByRole("alert")).textContent).toMatch(/^That did not work/);
    expect([sessionToken(), done]).toEqual([undefined, 0]);
    fireEvent.click(screen.getByRole("button", { name: "Use a passkey" }));
    await expect.poll(() => done).toBe(1);
    expect(sessionToken()).toBe("s");
    expect(get.mock.calls).toEqual(Array.from({ length: 2 }, () => [{ publicKey: "read c" }]));
    expect(asked).toEqual([[path, { ticket: "t", credential }]]);
  });

  it("after a new password says what is wrong with a code, also where somebody was signed in", async () => {
    signIn({ token: "old", user: ada });
    const code = "POST /auth/second-factor";
    answers({ "POST /auth/reset-password": ask("totp"), [code]: refusal(401, "Wrong code") });
    await renderInApp(<ResetPasswordPage token="letter" onDone={async () => {}} />);
    fireEvent.change(screen.getByLabelText("New password"), { target: { value: "secret2" } });
    fireEvent.click(screen.getByRole("button", { name: "Change Password" }));
    fireEvent.change(await screen.findByLabelText("Code"), { target: { value: "123456" } });
    fireEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Wrong code");
  });

  it("is over once it was done: the next to sign in here begins with the first", () => {
    const ticket = () => getDefaultStore().get(ticketAtom);
    arrive(new QueryClient(), ask("totp"));
    expect(ticket()).toMatchObject({ ticket: "t" });
    arrive(new QueryClient(), { token: "t", user: ada });
    expect(sessionToken()).toBe("t");
    expect(ticket()).toBeNull();
  });
});
