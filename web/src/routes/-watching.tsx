import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useRef, useState } from "react";
import type { MediaToken, SharedRecording } from "#contract/recordings.ts";
import { chaptersQuery } from "#web/data/chapters.ts";
import { commentsQuery, marksQuery } from "#web/data/discussion.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { guestQuery } from "#web/data/guest-key.ts";
import { Comments } from "#web/features/discussion/comments.tsx";
import type { Writer } from "#web/features/discussion/composer.tsx";
import { seekMarks } from "#web/features/discussion/marks.ts";
import { RecordingReactions } from "#web/features/discussion/reactions.tsx";
import type { PlayerHandle, PlayerProps } from "#web/features/player/player-props.ts";
import type { Mark } from "#web/features/player/timeline.ts";
import { chapterMarks } from "#web/features/subtitles/chapters/chapter-marks.ts";
import { LinesPending } from "#web/features/subtitles/with-lines.tsx";
import { newClock } from "#web/lib/clock.ts";
import { useSession } from "#web/lib/session.ts";
import { AnyPlayer } from "./-any-player.tsx";
import { useCaptions, useFilm } from "./-film.ts";

const TranscriptPanel = lazy(
  () => import("#web/features/subtitles/transcript/transcript-panel.tsx"),
);
const SubtitleManager = lazy(() => import("#web/features/subtitles/subtitle-manager.tsx"));

type FromPage =
  | ("startAt" | "picture" | "theatre" | "linkAt" | "noDownload" | "seen")
  | ("goesOn" | "onEnded");

interface Options extends Pick<PlayerProps, FromPage> {
  recording: SharedRecording;
  /** The link, for a person who does not own the recording. */
  shareToken?: string;
  /** The token that came with the link, to read the bytes with. */
  media?: MediaToken | undefined;
  isOwner: boolean;
  /** Somebody who does not own the recording may edit its subtitles through the link. */
  canEdit?: boolean;
  /** The link lets people without an account take part, by a name. */
  canGuestsTalk?: boolean;
  /** Stands in the place of the comment form, for visitors without an account. */
  signIn?: ReactNode;
}

/** A player and the discussion of its video: comments know the player's time, and take it to theirs. */
export function useWatching(options: Options) {
  const {
    recording,
    shareToken,
    isOwner,
    canEdit = isOwner,
    signIn,
    canGuestsTalk,
    ...player
  } = options;
  const handle = useRef<PlayerHandle>(null);
  const user = useWriter(shareToken, canGuestsTalk);
  const scope = { recordingId: recording.id, shareToken };
  const moment = () => handle.current?.currentTime() ?? 0;
  // The video loads from its first drawing on; the discussion is drawn right after that.
  const isDrawn = useDeferredValue(true, false);
  // The discussion may know where to go before there is a player.
  const [begin, setBegin] = useState<{ at: number; not: number | undefined }>();
  const jump = (seconds: number) =>
    handle.current ? handle.current.seek(seconds) : setBegin({ at: seconds, not: player.startAt });
  const [clock] = useState(newClock);
  const { captions, hasSubtitles } = useCaptions(scope, isDrawn);
  const place = {
    ...{ recording, scope, clock, onJump: jump },
    onToggle: () => handle.current?.toggle(),
  };
  return {
    player: (
      <AnyPlayer
        key={recording.id}
        ref={handle}
        {...{ recording, scope }}
        film={useFilm(scope, recording, moment)}
        isCounted={shareToken !== undefined && !isOwner}
        marks={useMarks(scope, isDrawn)}
        captions={captions}
        onTime={clock.tell}
        {...player}
        startAt={begin && begin.not === player.startAt ? begin.at : player.startAt}
      />
    ),
    reactions: isDrawn && (
      <RecordingReactions scope={scope} canReact={user !== undefined} moment={moment} />
    ),
    discussion: isDrawn && (
      <Comments {...{ scope, user, isOwner, signIn, moment }} canMark={canEdit} onJump={jump} />
    ),
    hasSubtitles,
    transcript: (
      <Suspense fallback={<LinesPending label="Loading transcript" />}>
        <TranscriptPanel
          place={place}
          making={canEdit && <SubtitleManager place={place} isOwner={isOwner} />}
        />
      </Suspense>
    ),
  };
}

/** The account, or the name that a visitor without one has said in this browser, where that is enough. */
function useWriter(shareToken = "", canGuestsTalk = false): Writer | undefined {
  const session = useSession();
  const { data: guest } = useQuery(guestQuery(shareToken));
  const name = canGuestsTalk ? guest?.name : undefined;
  const known = useMemo(
    () => (name === undefined ? undefined : { id: null, username: name, profile_picture: null }),
    [name],
  );
  return session.status === "signed-in" ? session.user : known;
}

function useMarks(scope: Scope, enabled: boolean): Mark[] {
  const { data: marks } = useQuery(marksQuery(scope));
  const { data: pages } = useInfiniteQuery(commentsQuery(scope, "newest"));
  const { data: chapters } = useQuery({ ...chaptersQuery(scope), enabled });
  return useMemo(
    () => [...seekMarks(marks, pages), ...chapterMarks(chapters)],
    [marks, pages, chapters],
  );
}
