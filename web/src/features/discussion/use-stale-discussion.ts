import { useQueryClient } from "@tanstack/react-query";
import { recordingTopic } from "#contract/events.ts";
import { discussionKey, type Scope } from "#web/data/discussion.ts";
import { type Heard, useTopic } from "#web/data/realtime.ts";

/** Reads the discussion anew when somebody has said something, or may have while we were away. */
export function useStaleDiscussion(scope: Scope) {
  const queryClient = useQueryClient();
  const queryKey = discussionKey(scope);
  const topic = recordingTopic(scope.recordingId);
  const hear = (name: Heard<typeof topic>) => {
    if (name !== "comment" && name !== "reaction" && name !== "joined") return;
    // What we are sending ourselves is read anew when it is through; until then it stays shown.
    if (queryClient.isMutating({ mutationKey: queryKey }) > 0) return;
    void queryClient.invalidateQueries({ queryKey });
  };
  useTopic(topic, hear, scope.share);
}
