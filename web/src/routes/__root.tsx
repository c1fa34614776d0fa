import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, HeadContent, Outlet } from "@tanstack/react-router";
import { RecorderEverywhere } from "#web/features/recorder/screens/recorder-everywhere.tsx";
import { NotFound } from "#web/ui/not-found.tsx";
import { OfflineNotice } from "#web/ui/offline-notice.tsx";
import { BrokenPage } from "#web/ui/page-error.tsx";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({ meta: [{ title: "Kinora" }] }),
  component: Root,
  notFoundComponent: Nowhere,
  errorComponent: BrokenPage,
});

function Root() {
  return (
    <>
      <HeadContent />
      <Outlet />
      <OfflineNotice />
      <RecorderEverywhere />
    </>
  );
}

function Nowhere() {
  return (
    <main>
      <NotFound />
    </main>
  );
}
