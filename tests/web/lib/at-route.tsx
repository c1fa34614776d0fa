import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render } from "@testing-library/react";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";
import { PageError } from "#web/ui/page/page-notice.tsx";

interface Place {
  /** As the file of the route names it, without the layouts around it. */
  path: string;
  at: string;
  cache?: QueryClient;
}

/** The page of one route at an address, without the layouts around it. Tells where it led since. */
export async function openRoute(route: AnyRoute, { path, at, cache = new QueryClient() }: Place) {
  cache.setDefaultOptions({ queries: { retry: false } });
  const root = createRootRoute({
    component: () => (
      <TooltipGroup>
        <Outlet />
      </TooltipGroup>
    ),
    notFoundComponent: () => <p>Elsewhere</p>,
  });
  const placed = route.update({ id: path, path, getParentRoute: () => root } as never); // of any route
  const history = createMemoryHistory({ initialEntries: ["/before", at] });
  const router = createRouter({
    routeTree: root.addChildren([placed]),
    history,
    defaultErrorComponent: PageError, // as in the application
    context: { queryClient: cache } as never, // the root of the application asks for it
  });
  const steps: string[] = [];
  history.subscribe(({ location, action: { type } }) => steps.push(`${type} ${location.href}`));
  render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    ...{ address: () => router.state.location.href, steps, cache },
    /** As a link does that stands outside the page. */
    go: (href: string) => act(() => router.navigate({ href })),
  };
}
