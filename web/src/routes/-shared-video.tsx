import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { SharedView } from "#contract/shares.ts";
import { guestQuery } from "#web/data/guest-key.ts";
import type { PlayerProps } from "#web/features/player/player-props.ts";
import { SharedBody, SharedPage } from "#web/features/shared-page/shared-page.tsx";
import { SignInPrompt } from "#web/features/shared-page/sign-in-prompt.tsx";
import { pictureOf } from "#web/lib/early-link.ts";
import { useWatching } from "./-watching.tsx";

const GuestEntrance = lazy(() => import("#web/features/shared-page/guest-entrance.tsx"));
const ClaimOffer = lazy(() => import("#web/features/shared-page/claim-offer.tsx"));

interface Props {
  shareToken: string;
  view: SharedView;
  startAt: number | undefined;
  /** In a folder, whose page has the frame: how the film before it and the next one follow each other. */
  inFolder?: Pick<PlayerProps, "goesOn" | "onEnded">;
}

export function SharedVideo({ shareToken, view, startAt, inFolder }: Props) {
  const { data: guest } = useQuery(guestQuery(shareToken));
  const parts = useWatching({
    recording: view.recording,
    shareToken,
    canGuestsTalk: view.guests_may_comment,
    media: view.media,
    picture: pictureOf(view),
    isOwner: view.is_owner,
    canEdit: view.can_edit,
    startAt,
    ...inFolder,
    noDownload: !view.can_download,
    linkAt: (seconds) =>
      `${location.origin}/shared/${shareToken}?${inFolder ? `v=${view.recording.id}&` : ""}t=${seconds}`,
    signIn: view.guests_may_comment ? (
      <Suspense fallback={<div className="h-[74px]" />}>
        <GuestEntrance shareToken={shareToken} />
      </Suspense>
    ) : (
      <SignInPrompt />
    ),
  });
  const { player, reactions, discussion, transcript } = parts;
  const Page = inFolder ? SharedBody : SharedPage;
  return (
    <Page
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
                  <ClaimOffer
                    scope={{ recordingId: view.recording.id, shareToken }}
                    guest={guest}
                  />
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
