import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { SharedView } from "#contract/shares.ts";
import { guestQuery } from "#web/data/guest-key.ts";
import { sharedQuery } from "#web/data/shares.ts";
import { SharedGate } from "#web/features/shared-page/shared-gate.tsx";
import { SharedPage } from "#web/features/shared-page/shared-page.tsx";
import { SharedSkeleton } from "#web/features/shared-page/shared-skeleton.tsx";
import { SignInPrompt } from "#web/features/shared-page/sign-in-prompt.tsx";
import { pictureFirst, pictureOf } from "#web/lib/early-link.ts";
import { letter, moment } from "#web/lib/search.ts";
import { useWatching } from "./-watching.tsx";

const GuestEntrance = lazy(() => import("#web/features/shared-page/guest-entrance.tsx"));
const ClaimOffer = lazy(() => import("#web/features/shared-page/claim-offer.tsx"));

export const Route = createFileRoute("/shared/$shareToken")({
  validateSearch: (search): { t?: number; proof?: string } => ({
    ...moment(search),
    ...letter(search),
  }),
  beforeLoad: ({ params }) => pictureFirst(params.shareToken),
  // A link that opens nothing is a page of its own, not an error of ours.
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(sharedQuery(params.shareToken)).catch(() => undefined),
  head: ({ loaderData }) => ({
    meta: [{ title: `${loaderData?.recording.filename ?? "Shared recording"} · Kinora` }],
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
  const { proof } = Route.useSearch();
  return (
    <SharedGate shareToken={shareToken} proof={proof}>
      {(view) => <SharedVideo view={view} />}
    </SharedGate>
  );
}

function SharedVideo({ view }: { view: SharedView }) {
  const { shareToken } = Route.useParams();
  const { data: guest } = useQuery(guestQuery(shareToken));
  const share = { shareToken, recordingId: view.recording.id };
  const parts = useWatching({
    recording: view.recording,
    share,
    canGuestsTalk: view.guests_may_comment,
    media: view.media,
    picture: pictureOf(view),
    isOwner: view.is_owner,
    canEdit: view.can_edit,
    startAt: Route.useSearch().t,
    noDownload: !view.can_download,
    linkAt: (seconds) => `${location.origin}/shared/${shareToken}?t=${seconds}`,
    signIn: view.guests_may_comment ? (
      <Suspense fallback={<div className="h-[74px]" />}>
        <GuestEntrance shareToken={shareToken} />
      </Suspense>
    ) : (
      <SignInPrompt />
    ),
  });
  const { player, reactions, discussion, transcript } = parts;
  return (
    <SharedPage
      shareToken={shareToken}
      view={view}
      player={player}
      reactions={reactions}
      tabs={[
        {
          value: "comments",
          label: "Comments",
          content: (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {view.can_comment && guest && (
                <Suspense>
                  <ClaimOffer share={share} guest={guest} />
                </Suspense>
              )}
              {discussion}
            </div>
          ),
        },
        ...(parts.hasSubtitles
          ? [{ value: "transcript", label: "Transcript", content: transcript, keeps: true }]
          : []),
      ]}
    />
  );
}
