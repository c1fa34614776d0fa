// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { ada } from "#tests/web/lib/people.ts";
import { googleClientIdQuery } from "#web/data/config-answer.ts";
import { GoogleFirst } from "#web/features/auth/google-button.tsx";
import { sessionToken, signOut } from "#web/lib/session.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";

type Options = Parameters<NonNullable<Window["google"]>["accounts"]["id"]["initialize"]>[0];

let told: Options | undefined;
let drawn: object[];
beforeAll(() => {
  // Google's script, which the browser would fetch once.
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    const id = {
      initialize(options: Options) {
        told = options;
      },
      renderButton: (_place: HTMLElement, look: object) => void drawn.push(look),
    };
    window.google = { accounts: { id } };
    if (script instanceof HTMLElement) queueMicrotask(() => script.onload?.(new Event("load")));
  });
  return loadToasts();
});
beforeEach(() => {
  told = undefined;
  drawn = [];
});
afterEach(() => {
  cleanup();
  signOut();
});

/** Google's button for a new account, and what its window answers. */
async function press(answer: { credential?: string }) {
  const cache = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  cache.setQueryData(googleClientIdQuery.queryKey, "client");
  render(
    <QueryClientProvider client={cache}>
      <GoogleFirst purpose="signup" invitation="code" />
    </QueryClientProvider>,
  );
  await expect.poll(() => told?.client_id).toBe("client");
  expect(drawn).toMatchObject([{ text: "signup_with" }]);
  told?.callback(answer);
}

const path = "POST /auth/google";

describe("what Google's window gives", () => {
  it("signs in, with the invitation that a new account is let in with", async () => {
    const asked = answers({ [path]: { token: "t", user: ada } });
    await press({ credential: "proof" });
    await expect.poll(sessionToken).toBe("t");
    expect(asked).toEqual([[path, { token: "proof", invitation: "code" }]]);
    await screen.findByText("Welcome back, Ada!");
  });

  it("may be refused, in the server's words", async () => {
    answers({ [path]: refusal(403, "This address is suspended") });
    await press({ credential: "proof" });
    await screen.findByText("This address is suspended");
    expect(sessionToken()).toBeUndefined();
  });

  it("may be nothing, and then nobody is asked about it", async () => {
    const asked = answers({});
    await press({});
    await screen.findByText("Google Sign-In failed. Please try again.");
    expect(asked).toEqual([]);
  });
});
