// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { googleClientIdQuery } from "#web/data/config-answer.ts";
import { GoogleFirst, GoogleLast } from "#web/features/auth/google-button.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.resetModules(); // each visit of the site begins without the script
});

/** The two places of the sign-in page. */
function show(clientId?: string | null) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  if (clientId !== undefined) client.setQueryData(googleClientIdQuery.queryKey, clientId);
  return render(
    <QueryClientProvider client={client}>
      <GoogleFirst purpose="signin" />
      <form aria-label="Sign in" />
      <GoogleLast />
    </QueryClientProvider>,
  );
}

/** Google's script, which the browser would fetch once: it draws a button into the place it is given. */
function haveGooglesScript() {
  const append = vi.spyOn(document.head, "append").mockImplementation((script) => {
    window.google = {
      accounts: {
        id: {
          initialize: () => {},
          renderButton: (place) => {
            place.append(document.createElement("button"));
          },
        },
      },
    };
    if (script instanceof HTMLElement) queueMicrotask(() => script.onload?.(new Event("load")));
  });
  return append;
}

describe("Google's button", () => {
  it("is drawn before the form, and again for whoever has logged out, by a script that came once", async () => {
    const append = haveGooglesScript();
    for (let visit = 0; visit < 2; visit++) {
      const { unmount } = show("client");
      const button = await screen.findByRole("button");
      const form = screen.getByRole("form");
      expect(button.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
      expect(screen.getAllByRole("button")).toHaveLength(1);
      unmount();
    }
    await waitFor(() => expect(append).toHaveBeenCalledOnce());
  });

  it("comes last with its reason where it is not set up", () => {
    show(null);
    const button = screen.getByRole("button", { name: "Continue with Google" });
    expect(button).toHaveProperty("disabled", true);
    expect(screen.getByRole("form").compareDocumentPosition(button)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const reason = document.getElementById(button.getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toBe("Not set up on this server.");
  });

  it("is nothing at all before it is known which", () => {
    show();
    expect(screen.queryByRole("button")).toBeNull();
    expect(document.body.textContent).toBe("");
  });

  it("is there on the next visit of the page where its script did not come on the first", async () => {
    const append = vi.spyOn(document.head, "append").mockImplementation((script) => {
      if (script instanceof HTMLElement) queueMicrotask(() => script.onerror?.(new Event("error")));
    });
    const first = show("client");
    await screen.findByText("Google Sign-In failed. Please try again.");
    expect(within(first.container).queryByRole("button")).toBeNull();
    first.unmount();
    append.mockRestore();
    haveGooglesScript();
    const { container } = show("client");
    expect(await within(container).findByRole("button")).toBeDefined();
  });
});
