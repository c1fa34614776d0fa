import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { sharedQuery } from "#web/data/shares.ts";
import { SharedGate } from "#web/features/shared-page/shared-gate.tsx";
import { SharedSkeleton } from "#web/features/shared-page/shared-skeleton.tsx";
import { nameOf, pictureFirst } from "#web/lib/early-link.ts";
import { letter, moment, which } from "#web/lib/search.ts";
import { SharedVideo } from "./-shared-video.tsx";

const SharedFolder = lazy(() => import("./-shared-folder.tsx"));

export const Route = createFileRoute("/shared/$shareToken")({
  validateSearch: (search): { t?: number; v?: string; proof?: string } => ({
    ...moment(search),
    ...which(search),
    ...letter(search),
  }),
  beforeLoad: ({ params }) => pictureFirst(params.shareToken),
  // A link that opens nothing is a page of its own, not an error of ours.
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(sharedQuery(params.shareToken)).catch(() => undefined),
  head: ({ loaderData }) => ({
    meta: [{ title: `${loaderData ? nameOf(loaderData) : "Shared recording"} · Kinora` }],
  }),
  pendingComponent: Pending,
  pendingMs: 0,
  pendingMinMs: 0, // the video does not wait for its skeleton
  component: Shared,
});

function Pending() {
  return <SharedSkeleton shareToken={Route.useParams().shareToken} />;
}

function Shared() {
  const { shareToken } = Route.useParams();
  const { proof, t, v } = Route.useSearch();
  return (
    <SharedGate shareToken={shareToken} proof={proof}>
      {(view) =>
        view.kind === "folder" ? (
          <Suspense fallback={<SharedSkeleton />}>
            <SharedFolder shareToken={shareToken} view={view} chosen={v} startAt={t} />
          </Suspense>
        ) : (
          <SharedVideo shareToken={shareToken} view={view} startAt={t} />
        )
      }
    </SharedGate>
  );
}
