import { createRouter } from "@tanstack/react-router";
import { NotFound, PageError } from "#web/ui/page/page-notice.tsx";
import { PagePending } from "#web/ui/page/page-skeleton.tsx";
import { queryClient } from "./root.tsx";
import { routeTree } from "./route-tree.gen.ts";

/** A page that is quicker than this shows no skeleton. */
export const PENDING_MS = 150;

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: "intent",
  // Queries know best how fresh their data is.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: PENDING_MS,
  defaultPendingMinMs: 200,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
