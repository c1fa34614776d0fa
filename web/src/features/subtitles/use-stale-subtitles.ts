import { useQueryClient } from "@tanstack/react-query";
import { recordingTopic } from "#contract/events.ts";
import { chaptersKey } from "#web/data/chapters.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { type Heard, useTopic } from "#web/data/realtime.ts";
import { subscriptionKey } from "#web/data/subscriptions.ts";
import { subtitlesKey } from "#web/data/subtitles.ts";

/** Reads subtitles anew when one has changed, or may have while we were away. */
export function useStaleSubtitles(scope: Scope) {
  const queryClient = useQueryClient();
  const topic = recordingTopic(scope.recordingId);
  const hear = (name: Heard<typeof topic>) => {
    if (name === "chapters" || name === "joined")
      void queryClient.invalidateQueries({ queryKey: chaptersKey(scope) });
    if (name !== "subtitle" && name !== "joined") return;
    void queryClient.invalidateQueries({ queryKey: subtitlesKey(scope) });
    // A run gives back at its end the minutes that it did not need.
    if (!scope.share) void queryClient.invalidateQueries({ queryKey: subscriptionKey });
  };
  useTopic(topic, hear, scope.share);
}
