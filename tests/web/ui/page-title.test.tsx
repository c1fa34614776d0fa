// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { PageTitle } from "#web/routes/__root.tsx";

async function openAt(path: string) {
  const root = createRootRoute({
    component: () => (
      <>
        <PageTitle />
        <Outlet />
      </>
    ),
    notFoundComponent: () => "nowhere",
  });
  const titled = (at: string, title: string, parent = root) =>
    createRoute({
      getParentRoute: () => parent,
      path: at,
      head: () => ({ meta: [{ title }] }),
      component: Outlet,
    });
  const library = titled("library", "Library");
  const video = titled("video", "Video", library as never); // of another type than the root, which is all that differs
  const plain = createRoute({ getParentRoute: () => root, path: "plain" });
  const router = createRouter({
    routeTree: root.addChildren([library.addChildren([video]), plain]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  render(<RouterProvider router={router} />);
  return (to: string) => act(() => router.navigate({ to } as never)); // no route of the application's own
}

describe("the title of the tab", () => {
  it("is what the innermost route says, and follows where one goes", async () => {
    const goTo = await openAt("/library/video");
    expect(document.title).toBe("Video");
    await goTo("/library");
    expect(document.title).toBe("Library");
    const told = screen.getByText("Library", { selector: "[aria-live=polite]" });
    await goTo("/library/video");
    expect(told.textContent, "and those who hear the page are told").toBe("Video");
  });

  it.each(["/plain", "/nowhere"])("is the product's at %s, which has none", async (path) => {
    await openAt(path);
    expect(document.title).toBe("Kinora");
  });
});
