import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useMemo, useRef } from "react";
import type { MediaToken, Recording } from "#contract/recordings.ts";
import { commentsQuery, marksQuery } from "#web/data/discussion.ts";
import { Comments } from "#web/features/discussion/comments.tsx";
import { seekMarks } from "#web/features/discussion/marks.ts";
import { RecordingReactions } from "#web/features/discussion/recording-reactions.tsx";
import type { PlayerHandle, PlayerProps } from "#web/features/player/player-props.ts";
import { RecordingPlayer } from "#web/features/player/recording-player.tsx";
import type { Mark } from "#web/features/player/timeline.ts";
import { useSession } from "#web/lib/session.ts";
import { type ShareScope, shareHeaders } from "#web/lib/share-scope.ts";

type FromPage = "startAt" | "tracks" | "theatre" | "linkAt" | "noDownload";

interface Options extends Pick<PlayerProps, FromPage> {
  recording: Recording;
  /** Through which link, for whoever does not own it. */
  share?: ShareScope | undefined;
  /** What the link brought to read the bytes with. */
  media?: MediaToken | undefined;
  isOwner: boolean;
  /** Stands where others write, for those without an account. */
  signIn?: ReactNode;
}

/** A player and the discussion of what it shows: comments know its time, and take it to theirs. */
export function useWatching({ recording, share, media, isOwner, signIn, ...player }: Options) {
  const handle = useRef<PlayerHandle>(null);
  const session = useSession();
  const user = session.status === "signed-in" ? session.user : undefined;
  const scope = { recordingId: recording.id, share };
  const moment = () => handle.current?.currentTime() ?? 0;
  // The video loads from its first drawing on; what is said about it is drawn right after that.
  const isDrawn = useDeferredValue(true, false);
  const jump = (seconds: number) => handle.current?.seek(seconds);
  return {
    jump,
    player: (
      <RecordingPlayer
        key={recording.id}
        ref={handle}
        recording={recording}
        headers={shareHeaders(share?.shareToken)}
        media={media}
        marks={useMarks(scope)}
        {...player}
      />
    ),
    reactions: isDrawn && (
      <RecordingReactions scope={scope} canReact={user !== undefined} moment={moment} />
    ),
    discussion: isDrawn && (
      <Comments
        scope={scope}
        user={user}
        isOwner={isOwner}
        signIn={signIn}
        moment={moment}
        onJump={jump}
      />
    ),
  };
}

function useMarks(scope: { recordingId: string; share?: ShareScope | undefined }): Mark[] {
  const { data: marks } = useQuery(marksQuery(scope));
  const { data: pages } = useInfiniteQuery(commentsQuery(scope, "newest"));
  return useMemo(() => seekMarks(marks, pages), [marks, pages]);
}
