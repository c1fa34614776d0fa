// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SignUpOffer } from "#contract/settings.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { canSendMailQuery } from "#web/data/config-answer.ts";
import { SecondStep } from "#web/features/auth/auth-frame.tsx";
import { ForgotPasswordPage } from "#web/features/auth/forgot-password-page.tsx";
import { LoginPage } from "#web/features/auth/login-page.tsx";
import { RegisterPage } from "#web/features/auth/register-page.tsx";
import { ResetPasswordPage } from "#web/features/auth/reset-password-page.tsx";
import { sessionToken, signOut } from "#web/lib/session.ts";
import { Route as login } from "#web/routes/_guest/login.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

type Loader = (given: object) => unknown; // no more of its context is read

beforeAll(async () => {
  await Promise.all([loadToasts(), import("#web/data/auth-forms.ts")]);
});
afterEach(() => {
  cleanup();
  signOut();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const isWrong = (label: string) => field(label).getAttribute("aria-invalid") === "true";
const heading = () => screen.getByRole("heading").textContent;
const address = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

describe("signing in", () => {
  const path = "POST /auth/login";
  async function signIn(answer: object) {
    const asked = answers({ [path]: answer });
    await renderInApp(<LoginPage />);
    write("Email", "ada@example.com");
    write("Password", " secret1 ");
    press("Sign In");
    return asked;
  }

  it("sends what was typed, and welcomes whoever it is", async () => {
    const asked = await signIn({ token: "t", user: ada });
    await screen.findByText("Welcome back, Ada!");
    expect(asked).toEqual([[path, { email: "ada@example.com", password: " secret1 " }]]);
    expect(sessionToken()).toBe("t");
  });

  it("that is refused says so once, and leaves what was typed", async () => {
    await signIn(refusal(401, "Invalid email or password"));
    expect((await screen.findByRole("alert")).textContent).toBe("Invalid email or password");
    expect([field("Email").value, field("Password").value]).toEqual([
      "ada@example.com",
      " secret1 ",
    ]);
    expect(sessionToken()).toBeUndefined();
  });

  it("says at a field what is wrong with it, and nothing beneath", async () => {
    await signIn(refusal(400, "No", { email: "This is no address" }));
    await screen.findByText("This is no address");
    expect([isWrong("Email"), isWrong("Password")]).toEqual([true, false]);
    expect(document.activeElement).toBe(field("Email"));
    expect(screen.queryByText("Login failed")).toBeNull();
  });

  it("takes nothing for a session that is none", async () => {
    await signIn({ token: "t" });
    expect((await screen.findByRole("alert")).textContent).toBe("Login failed");
    expect(sessionToken()).toBeUndefined();
  });

  it("goes on to a second step where there is one, and back by choice", async () => {
    await signIn({ ticket: "t", ways: ["totp", "recovery"], passkey: { challenge: "c" } });
    await expect.poll(heading).toBe("One More Step");
    expect(sessionToken()).toBeUndefined();
    press("Start again");
    expect(heading()).toBe("Welcome Back");
  });

  it("remembers where one was going", async () => {
    await renderInApp(<LoginPage redirect="/shared/t" />);
    expect(address("Create an account")).toBe("/register?redirect=%2Fshared%2Ft");
    cleanup();
    await renderInApp(<LoginPage />);
    expect(address("Create an account")).toBe("/register");
    cleanup();
    await renderInApp(<RegisterPage redirect="/shared/t" offer={null} />);
    expect(address("Sign in")).toBe("/login?redirect=%2Fshared%2Ft");
  });
});

describe("a new account", () => {
  const open: SignUpOffer = {
    sign_up: "open",
    first: false,
    allowed_domains: [],
    invitation: null,
  };
  const invited = {
    ...open,
    sign_up: "invitation",
    invitation: { email: "eve@firm.example" },
  } as const;
  const isOffered = () => screen.queryByRole("button", { name: "Create Account" }) !== null;

  it.each<[offer: SignUpOffer | null, given: string | undefined, isOffered: boolean, said: RegExp]>(
    [
      [open, undefined, true, /^A minute from now/],
      [null, undefined, true, /^A minute from now/],
      [{ ...open, first: true }, undefined, true, /This account will run the server\.$/],
      [{ ...open, sign_up: "closed" }, undefined, false, /takes no new accounts/],
      [{ ...invited, sign_up: "closed" }, "code", false, /takes no new accounts/],
      [invited, "code", true, /^You are invited\. /],
      [{ ...invited, invitation: null }, "code", false, /invitation was used or has ended/],
      [{ ...invited, invitation: null }, undefined, false, /need an invitation here/],
    ],
  )("with %o and invitation %s is offered: %s", async (offer, invitation, isOpen, said) => {
    await renderInApp(<RegisterPage {...{ offer, invitation }} />);
    expect(isOffered()).toBe(isOpen);
    expect(screen.getByText(said)).toBeDefined();
  });

  it("where there is none needs no rule, and there is no other way in", async () => {
    const first: SignUpOffer = { ...open, first: true, allowed_domains: ["firm.example"] };
    await renderInApp(<RegisterPage offer={first} />);
    expect(screen.queryByText(/need an address at/)).toBeNull();
    expect(screen.queryByRole("link", { name: "Sign in" })).toBeNull();
  });

  it.each([true, false])("comes before signing in where there is none: %s", async (first) => {
    answers({ "GET /sign-up": { ...open, first }, "GET /config": {} });
    const search = { redirect: "/video/1" };
    const led = Promise.try(
      login.options.loader as unknown as Loader /* with its part of a context */,
      {
        context: { queryClient: new QueryClient() },
        location: { search },
      },
    ).then(
      () => undefined,
      ({ options }) => [options.to, options.search],
    );
    expect(await led).toEqual(first ? ["/register", search] : undefined);
  });

  it("of an invitation has its address, and needs none of the server's", async () => {
    const domains = { allowed_domains: ["firm.example", "firm.test"] };
    await renderInApp(<RegisterPage offer={{ ...open, ...domains }} />);
    expect(
      screen.getByText("Accounts here need an address at firm.example, firm.test."),
    ).toBeDefined();
    expect(field("Email").value).toBe("");
    cleanup();
    await renderInApp(<RegisterPage offer={{ ...invited, ...domains }} invitation="code" />);
    expect(screen.queryByText(/need an address at/)).toBeNull();
    expect(field("Email").value).toBe("eve@firm.example");
  });

  it("is not sent with two passwords, which is said with all else that is wrong", async () => {
    const path = "POST /auth/register";
    const asked = answers({ [path]: { token: "t", user: ada } });
    await renderInApp(<RegisterPage offer={invited} invitation="code" />);
    write("Username", "Eve");
    write("Email", "");
    write("Password", "short");
    write("Confirm password", "secret2");
    press("Create Account");
    await screen.findByText("Passwords do not match");
    expect(screen.getByText("Password must be at least 6 characters long")).toBeDefined();
    expect(screen.getByText("Email is required")).toBeDefined();
    expect(document.activeElement).toBe(field("Email"));
    write("Email", "none");
    write("Password", "secret1");
    press("Create Account");
    await expect.poll(() => isWrong("Password")).toBe(false);
    expect([isWrong("Email"), isWrong("Confirm password"), isWrong("Username")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(asked).toEqual([]);
    write("Email", "eve@firm.example");
    write("Confirm password", "secret1");
    press("Create Account");
    const sent = { username: "Eve", email: "eve@firm.example", password: "secret1" };
    await expect.poll(() => asked).toEqual([[path, { ...sent, invitation: "code" }]]);
    await screen.findByText("Welcome to Kinora, Ada!");
  });
});

describe("a forgotten password", () => {
  async function forgot(mail: boolean | undefined) {
    const cache = new QueryClient();
    if (mail !== undefined) cache.setQueryData(canSendMailQuery.queryKey, mail);
    await renderInApp(<ForgotPasswordPage />, { cache });
  }
  const path = "POST /auth/forgot-password";

  it.each([
    [true, true],
    [undefined, true],
    [false, false],
  ])("is asked for by letter where the server sends any: %s", async (mail, isAsked) => {
    await forgot(mail);
    expect(screen.queryByRole("button", { name: "Send Email" }) !== null).toBe(isAsked);
    expect(screen.queryByText(/bun run admin password/) === null).toBe(isAsked);
  });

  it("says that an email is on its way once it is, and not where it failed", async () => {
    await forgot(true);
    const said = () => screen.queryByText(/an email is on its way/);
    answers({ [path]: refusal(429, "Wait a minute") });
    write("Email", "ada@example.com");
    press("Send Email");
    expect((await screen.findByRole("alert")).textContent).toBe("Wait a minute");
    expect(said()).toBeNull();
    const asked = answers({ [path]: { success: true } });
    press("Send Email");
    await expect.poll(said).not.toBeNull();
    expect(asked).toEqual([[path, { email: "ada@example.com" }]]);
  });

  it("is chosen anew with what the letter carried, then one is in", async () => {
    let done = 0;
    const reset = "POST /auth/reset-password";
    await renderInApp(
      <ResetPasswordPage
        token="letter"
        onDone={async () => {
          done += 1;
        }}
      />,
    );
    answers({ [reset]: refusal(400, "No", { token: "The email is too old" }) });
    write("New password", "secret2");
    press("Change Password");
    await screen.findByText("The email is too old");
    expect(done).toBe(0);
    const asked = answers({ [reset]: { token: "t", user: ada, connections: [] } });
    press("Change Password");
    await expect.poll(() => done).toBe(1);
    expect(asked).toEqual([[reset, { token: "letter", password: "secret2" }]]);
    expect(sessionToken()).toBe("t");
  });
});

describe("the code of a second step", () => {
  const path = "POST /auth/second-factor";
  const ask = {
    ticket: "t",
    ways: ["totp" as const, "recovery" as const],
    passkey: { challenge: "c" },
  };

  it("is sent with its ticket, and a wrong one is said to be at its field until another way is chosen", async () => {
    const asked = answers({ [path]: refusal(400, "No", { code: "This code is wrong" }) });
    await renderInApp(<SecondStep asked={ask} onDone={undefined} />);
    write("Code", "123456");
    press("Continue");
    await screen.findByText("This code is wrong");
    expect(asked).toEqual([[path, { ticket: "t", code: "123456" }]]);
    press("Use a recovery code");
    expect(field("Recovery code").value).toBe("");
    expect(screen.queryByText("This code is wrong")).toBeNull();
    expect(screen.getByRole("button", { name: "Use the app's code" })).toBeDefined();
  });

  it("is sent at once where it was pasted, and not while it is typed", async () => {
    const asked = answers({ [path]: { token: "s", user: ada } });
    await renderInApp(<SecondStep asked={ask} onDone={undefined} />);
    const input = (inputType: string) => new InputEvent("input", { bubbles: true, inputType });
    write("Code", "1");
    fireEvent(field("Code"), input("insertText"));
    write("Code", "123456");
    fireEvent(field("Code"), input("insertFromPaste"));
    await expect.poll(sessionToken).toBe("s");
    expect(asked).toEqual([[path, { ticket: "t", code: "123456" }]]);
  });
});
