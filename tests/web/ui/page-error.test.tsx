// @vitest-environment happy-dom
import {
  QueryClient,
  QueryClientProvider,
  queryOptions,
  useSuspenseQuery,
} from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Fragment, type ReactNode } from "react";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Frame } from "#web/ui/page/frame.tsx";
import { NotFound, PageError } from "#web/ui/page/page-notice.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";

afterEach(cleanup);

const Framed = ({ children }: { children: ReactNode }) => (
  <Frame name="Main" links={null} foot={null}>
    {children}
  </Frame>
);

describe("a page that could not be read", () => {
  it.each([
    [new ApiError(0, "offline", "Failed to fetch"), /Kinora cannot be reached/],
    [new ApiError(404, "not_found", "No such account"), /^No such account$/],
    [new Error("undefined is not a function"), /^Your recordings are safe\. Try again/],
  ])("says of %s what helps", async (error, words) => {
    await renderInApp(<PageError error={error} reset={() => {}} />);
    const alert = screen.getByRole("alert");
    expect(screen.getByRole("heading").textContent).toBe("This page could not be shown");
    expect(alert.querySelector("p")?.textContent).toMatch(words);
  });

  it("says what it is in its own words, where it has some", async () => {
    await renderInApp(<PageError error={new Error("x")} reset={() => {}} title="Failed to load" />);
    expect(screen.getByRole("heading").textContent).toBe("Failed to load");
  });

  it.each([
    ["the frame", Framed],
    ["no frame", Fragment],
  ])("is the one main part of its document, in %s", async (_, Around) => {
    const page = <PageError error={new Error("x")} reset={() => {}} />;
    await renderInApp(<Around>{page}</Around>);
    expect(within(screen.getByRole("main")).getByRole("alert")).toBeDefined();
  });
});

test("a page that could not be read is read again on request", async () => {
  let isAway = true;
  const readings = queryOptions({
    queryKey: ["words"],
    queryFn: async () => {
      if (isAway) throw new ApiError(503, "away", "Away");
      return "What was read";
    },
    retry: false,
  });
  const page = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => <p>{useSuspenseQuery(readings).data}</p>,
    errorComponent: PageError,
  });
  const root = createRootRoute();
  const history = createMemoryHistory({ initialEntries: ["/"] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  vi.spyOn(console, "error").mockImplementation(() => {}); // React tells of the error, too
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} /> {/* its routes are these */}
    </QueryClientProvider>,
  );
  isAway = (await screen.findByRole("alert")) === null;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("What was read");
});

test("a page whose code did not come is loaded anew on request, and not before", async () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  const error = new TypeError("Failed to fetch dynamically imported module: /assets/old.js");
  await renderInApp(<PageError error={error} reset={() => {}} />);
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(reload).toHaveBeenCalledOnce();
});

test("an address at which there is nothing is no alarm, and leads home", async () => {
  await renderInApp(<NotFound />);
  expect(screen.getByRole("heading").textContent).toBe("Page not found");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("link").getAttribute("href")).toBe("/");
});

test("a row that opens is closed, unless it is to begin open", async () => {
  await renderInApp(
    <>
      <Disclosure title="One">x</Disclosure>
      <Disclosure title="Other" isOpen>
        x
      </Disclosure>
    </>,
  );
  const isOpen = Array.from(document.querySelectorAll("details"), ({ open }) => open);
  expect(isOpen).toEqual([false, true]);
});

test("a card of the settings is scrolled to where the address names it, and else not", async () => {
  const scrolled: string[] = [];
  Element.prototype.scrollIntoView = function () {
    scrolled.push(this.id);
  };
  location.hash = "#cloud-storage";
  await renderInApp(
    <>
      <SettingsCard title="Account">x</SettingsCard>
      <SettingsCard title="Look" anchor="look">
        x
      </SettingsCard>
      <SettingsCard title="Cloud Storage" anchor="cloud-storage">
        x
      </SettingsCard>
    </>,
  );
  expect(scrolled).toEqual(["cloud-storage"]);
  expect(screen.getByRole("region", { name: "Cloud Storage" }).id).toBe("cloud-storage");
});
