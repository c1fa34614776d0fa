import { createRouter } from "@tanstack/react-router";
import { createQueryClient } from "#web/lib/query.ts";
import { routeTree } from "./route-tree.gen.ts";
import { NotFound } from "./ui/page/not-found.tsx";
import { BrokenPage } from "./ui/page/page-error.tsx";
import { PagePending } from "./ui/page/page-pending.tsx";

export const queryClient = createQueryClient();

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: "intent",
  // Queries know best how fresh their data is.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  defaultPendingComponent: PagePending,
  // Pages in the frame say for themselves that it stays.
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
