// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, configure, screen } from "@testing-library/react";
import { getDefaultStore } from "jotai";
import { afterEach, describe, expect, it } from "vitest";
import type { Ticket } from "#contract/auth.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { SecondStep } from "#web/features/auth/second-step.tsx";
import { arrive, ticketAtom } from "#web/features/auth/sign-in.ts";
import { sessionToken, signOut } from "#web/lib/session.ts";

configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  cleanup();
  signOut();
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

  it("is over once it was done: the next to sign in here begins with the first", () => {
    const ticket = () => getDefaultStore().get(ticketAtom);
    arrive(new QueryClient(), ask("totp"));
    expect(ticket()).toMatchObject({ ticket: "t" });
    arrive(new QueryClient(), { token: "t", user: ada });
    expect(sessionToken()).toBe("t");
    expect(ticket()).toBeNull();
  });
});
