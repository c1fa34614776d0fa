import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet, useMatches } from "@tanstack/react-router";
import { RecorderEverywhere } from "#web/features/recorder/screens/recorder-everywhere.tsx";
import { OfflineNotice } from "#web/ui/page/offline-notice.tsx";
import { NotFound } from "#web/ui/page/page-notice.tsx";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: () => (
    <main>
      <NotFound />
    </main>
  ),
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

/** The title of the tab, as the innermost route says. Screen readers are told: they notice no page drawn by a script. */
export function PageTitle() {
  const title = useMatches({
    select: (matches) =>
      matches.flatMap(({ meta }) => meta?.flatMap((tag) => tag?.title ?? []) ?? []).at(-1),
  });
  return (
    <>
      <title>{title ?? "Kinora"}</title>
      <p aria-live="polite" className="sr-only">
        {title}
      </p>
    </>
  );
}
