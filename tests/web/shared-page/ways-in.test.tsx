// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { SignInPrompt } from "#web/features/shared-page/sign-in-prompt.tsx";
import { UnableToLoad } from "#web/features/shared-page/unable-to-load.tsx";
import { signIn, signOut } from "#web/lib/session.ts";

afterEach(() => {
  cleanup();
  signOut();
});

/** What one can press there, in its order. */
const choices = (place: HTMLElement) =>
  Array.from(place.querySelectorAll("a, button"), ({ textContent }) => textContent);

describe("a link that does not open", () => {
  const why = "This link is for another address.";

  it("offers a guest to sign in before all else, also at the head of the page", async () => {
    await renderInApp(<UnableToLoad why={why} />);
    expect(choices(screen.getByRole("alert"))).toEqual(["Sign In", "Go to Home"]);
    expect(choices(screen.getByRole("banner")).at(-1)).toBe("Sign In");
    for (const link of screen.getAllByRole("link", { name: "Sign In" }))
      expect(link.getAttribute("href")).toMatch(/^\/login\?redirect=/);
  });

  it("offers somebody who is signed in another account, which their link is kept for", async () => {
    signIn({ token: "t", user: ada });
    await renderInApp(<UnableToLoad why={why} />);
    expect(choices(screen.getByRole("alert"))).toEqual(["Switch account", "Go to Home"]);
    expect(choices(screen.getByRole("banner")).at(-1)).toContain(ada.username);
  });

  it("offers nobody another account where the server did not answer", async () => {
    await renderInApp(<UnableToLoad onRetry={() => {}} />);
    expect(choices(screen.getByRole("alert"))).toEqual(["Go to Home", "Retry"]);
  });
});

describe("whoever wants to answer", () => {
  it("signs in first, and makes an account second", async () => {
    const { container } = await renderInApp(<SignInPrompt />);
    expect(choices(container)).toEqual(["Sign In", "Create Account"]);
  });
});
