import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import { RecorderEverywhere } from "#web/features/recorder/screens/recorder-everywhere.tsx";
import { NotFound } from "#web/ui/page/not-found.tsx";
import { OfflineNotice } from "#web/ui/page/offline-notice.tsx";
import { BrokenPage } from "#web/ui/page/page-error.tsx";
import { PageTitle } from "#web/ui/page/page-title.tsx";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: Nowhere,
  errorComponent: BrokenPage,
});

function Root() {
  return (
    <>
      <PageTitle />
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
