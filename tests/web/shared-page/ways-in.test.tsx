// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import type { Config } from "#contract/config.ts";
import { answeringServer, setPageAddress } from "#tests/web/lib/answering-server.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { ada } from "#tests/web/lib/people.ts";
import { configQuery } from "#web/data/config.ts";
import { ProveEmail, UnableToLoad } from "#web/features/shared-page/shared-gate.tsx";
import { SignInPrompt } from "#web/features/shared-page/sign-in-prompt.tsx";
import { signIn, signOut } from "#web/lib/session.ts";

afterEach(() => {
  cleanup();
  signOut();
});

/** The links and buttons there, in their order. */
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

  it("has a part that takes the focus where the last control of it goes", async () => {
    await renderInApp(<UnableToLoad why={why} />);
    expect(screen.getByRole("main").getAttribute("tabindex")).toBe("-1");
  });

  it("leads back to the very moment, or the very comment, after signing in", async () => {
    setPageAddress("http://kinora.test/shared/token?t=30#comment-1");
    await renderInApp(<UnableToLoad why={why} />);
    for (const link of screen.getAllByRole("link", { name: "Sign In" })) {
      const { searchParams } = new URL(link.getAttribute("href") ?? "", location.href);
      expect(searchParams.get("redirect")).toBe("/shared/token?t=30#comment-1");
    }
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

describe("the invited of a private link, on a server that sends no letters", () => {
  it("asks the owner from there, once", async () => {
    const server = await answeringServer();
    const asked: string[] = [];
    server.state.answer = ({ method, url }) => {
      asked.push(`${method} ${url}`);
      return { body: { success: true } };
    };
    signIn({ token: "t", user: ada });
    const cache = new QueryClient();
    cache.setQueryData(configQuery.queryKey, { mail: false, google_client_id: null } as Config); // no more of it is read
    await renderInApp(<ProveEmail shareToken="token" why="Confirm it" proof={undefined} />, {
      cache,
    });
    const ask = screen.getByRole("button", { name: "Ask for another link" });
    await userEvent.click(ask);
    await screen.findByText(/^Asked\./);
    expect(asked).toEqual(["POST /api/shared/token/ask"]);
    expect(isOff(ask)).toBe(true);
    expect(screen.queryByRole("button", { name: /email/ })).toBeNull();
    server.stop();
  });
});

describe("whoever wants to answer", () => {
  it("is led to one place, where an account can be made as well", async () => {
    const { container } = await renderInApp(<SignInPrompt />);
    expect(choices(container)).toEqual(["Sign In"]);
  });
});
