import { useQueryClient } from "@tanstack/react-query";
import { recordingTopic } from "#contract/events.ts";
import { chaptersKey } from "#web/data/chapters.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { type Heard, useTopic } from "#web/data/realtime.ts";
import { readAnew } from "#web/data/stale.ts";
import { subscriptionKey } from "#web/data/subscriptions.ts";
import { subtitlesKey } from "#web/data/subtitles.ts";

/** Reads subtitles anew when one has changed, or may have while we were away. */
export function useStaleSubtitles(scope: Scope) {
  const queryClient = useQueryClient();
  const topic = recordingTopic(scope.recordingId);
  const hear = (name: Heard<typeof topic>) => {
    if (name === "chapters" || name === "joined") readAnew(queryClient, chaptersKey(scope));
    if (name !== "subtitle" && name !== "joined") return;
    readAnew(queryClient, subtitlesKey(scope));
    // A run gives back at its end the minutes that it did not need.
    if (!scope.shareToken) readAnew(queryClient, subscriptionKey);
  };
  useTopic(topic, hear, scope.shareToken);
}
