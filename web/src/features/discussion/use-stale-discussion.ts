import { useQueryClient } from "@tanstack/react-query";
import { recordingTopic } from "#contract/events.ts";
import { discussionKey, type Scope } from "#web/data/discussion-key.ts";
import { type Heard, useTopic } from "#web/data/realtime.ts";

/** Reads the discussion anew when somebody has said something, or may have while we were away. */
export function useStaleDiscussion(scope: Scope) {
  const queryClient = useQueryClient();
  const queryKey = discussionKey(scope);
  const topic = recordingTopic(scope.recordingId);
  const hear = (name: Heard<typeof topic>) => {
    if (name !== "comment" && name !== "reaction" && name !== "joined") return;
    // While a write of our own is under way its change stays shown; the write reads the discussion anew at its end.
    if (queryClient.isMutating({ mutationKey: queryKey }) > 0) return;
    void queryClient.invalidateQueries({ queryKey });
  };
  useTopic(topic, hear, scope.share);
}
