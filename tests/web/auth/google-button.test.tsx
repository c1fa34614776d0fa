// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isOff } from "#tests/web/lib/off.ts";
import { googleClientIdQuery } from "#web/data/config-answer.ts";
import { GoogleFirst, GoogleLast } from "#web/features/auth/google-button.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.resetModules(); // each visit of the site begins without the script
});

/** The two places of the sign-in page. */
async function show(answer?: string | null | Error) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false, retry: false } } });
  if (answer instanceof Error)
    await client.prefetchQuery({ ...googleClientIdQuery, queryFn: () => Promise.reject(answer) });
  else if (answer !== undefined) client.setQueryData(googleClientIdQuery.queryKey, answer);
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
      const { unmount } = await show("client");
      const button = await screen.findByRole("button");
      const form = screen.getByRole("form");
      expect(button.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
      expect(screen.getAllByRole("button")).toHaveLength(1);
      unmount();
    }
    await waitFor(() => expect(append).toHaveBeenCalledOnce());
  });

  it.each([
    ["it is not set up", null, "Not set up on this server."],
    [
      "nobody answers whether it is",
      new Error("away"),
      "Kinora cannot be reached. Check the connection.",
    ],
  ])("comes last with its reason where %s", async (_, answer, words) => {
    await show(answer);
    const button = screen.getByRole("button", { name: "Continue with Google" });
    expect(isOff(button)).toBe(true);
    expect(screen.getByRole("form").compareDocumentPosition(button)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const reason = document.getElementById(button.getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toBe(words);
  });

  it("is nothing at all before it is known which", async () => {
    await show();
    expect(screen.queryByRole("button")).toBeNull();
    expect(document.body.textContent).toBe("");
  });

  it("is there on the next visit of the page where its script did not come on the first", async () => {
    const append = vi.spyOn(document.head, "append").mockImplementation((script) => {
      if (script instanceof HTMLElement) queueMicrotask(() => script.onerror?.(new Event("error")));
    });
    const first = await show("client");
    await screen.findByText("Google Sign-In failed. Please try again.");
    expect(within(first.container).queryByRole("button")).toBeNull();
    first.unmount();
    append.mockRestore();
    haveGooglesScript();
    const { container } = await show("client");
    expect(await within(container).findByRole("button")).toBeDefined();
  });
});
