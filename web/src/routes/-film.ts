import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { recordingTopic } from "#contract/events.ts";
import type { SharedRecording } from "#contract/recordings.ts";
import { chaptersKey } from "#web/data/chapters.ts";
import { discussionKey, type Scope } from "#web/data/discussion-key.ts";
import { useTopic } from "#web/data/realtime.ts";
import { recordingQuery } from "#web/data/recordings.ts";
import { sharedQuery } from "#web/data/shares.ts";
import { markStale } from "#web/data/stale.ts";
import { subtitlesKey, subtitlesQuery } from "#web/data/subtitles.ts";
import type { Film } from "#web/features/player/player-props.ts";
import { captionTracks } from "#web/features/subtitles/caption-labels.ts";
import { useStaleSubtitles } from "#web/features/subtitles/use-stale-subtitles.ts";

/** Everything that hangs on the time of the film, and the film itself. */
export const keysOf = (scope: Scope) => [
  scope.shareToken
    ? sharedQuery(scope.shareToken).queryKey
    : recordingQuery(scope.recordingId).queryKey,
  ...[discussionKey(scope), chaptersKey(scope), subtitlesKey(scope)],
];

export function useCaptions(scope: Scope, enabled: boolean) {
  const { data = [] } = useQuery({ ...subtitlesQuery(scope), enabled });
  useStaleSubtitles(scope);
  return {
    hasSubtitles: data.some(({ status }) => status === "ready"),
    captions: (token: string) => captionTracks(data, token),
  };
}

/** Notices that another film is shown, by the event or by its facts, and finds where the player goes on in it. */
export function useFilm(scope: Scope, recording: SharedRecording, moment: () => number) {
  const queryClient = useQueryClient();
  const [film, setFilm] = useState<Film>();
  const { data = [] } = useQuery({ ...subtitlesQuery(scope), enabled: false });
  const read = () => ({
    which: recording.status === "ready" ? `${recording.size} ${recording.duration}` : undefined,
    duration: recording.duration,
    content: data.find(({ status }) => status === "ready")?.content ?? "",
  });
  const seen = useRef(read());
  const isSwapped = useRef(false);

  useTopic(
    recordingTopic(scope.recordingId),
    (name) => {
      if (name !== "film") return;
      isSwapped.current = true;
      markStale(queryClient, ...keysOf(scope));
    },
    scope.shareToken,
  );
  const follow = useEffectEvent(async () => {
    const [before, after] = [seen.current, read()];
    const isOther = before.which && after.which && before.which !== after.which;
    // The text of the film before is kept until its successor is known.
    if (!isOther && isSwapped.current) return;
    seen.current = after;
    if (!isOther) return;
    isSwapped.current = false;
    // Few pages live through a swap: the others need not load what finds the place.
    const { sameSentence, timedWords } = await import("#web/features/player/same-sentence.ts");
    const list = await queryClient
      .fetchQuery({ ...subtitlesQuery(scope), staleTime: 0 })
      .catch(() => undefined);
    const content = list?.subtitles.find(({ status }) => status === "ready")?.content ?? "";
    const [was, is] = [
      { duration: before.duration, words: timedWords(before.content) },
      { duration: after.duration, words: timedWords(content) },
    ];
    const at = sameSentence(was, is, moment());
    setFilm((last) => ({ count: (last?.count ?? 0) + 1, at }));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: followed when the film or what is said in it changes
  useEffect(() => void follow(), [recording.size, recording.duration, recording.status, data]);
  return film;
}
