import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";

interface Where {
  at?: string;
  /** The cache with everything that would be asked for. */
  cache?: QueryClient;
  /** Stale data is asked of the server, which a test stands in for. */
  asks?: boolean;
}

/** Parts of a page, which may link to others and read what is cached; nothing is asked of a server. */
export async function renderInApp(page: ReactNode, { at = "/", cache, asks }: Where = {}) {
  const client = cache ?? new QueryClient();
  client.setDefaultOptions({ queries: asks ? { retry: false } : { enabled: false } });
  const router = createRouter({
    routeTree: createRootRoute({ component: () => page, notFoundComponent: () => page }),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  return render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
