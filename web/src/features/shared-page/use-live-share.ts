import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { recordingTopic } from "#contract/events.ts";
import type { SharedPlace } from "#contract/shares.ts";
import { useTopic } from "#web/data/realtime.ts";
import { sharedQuery } from "#web/data/shares.ts";

/** Browsers fire timers beyond this at once. */
const LONGEST_TIMER = 2_147_483_647;

/** Looks again when something about the video or its link has changed, and when the link runs out. */
export function useLiveShare(shareToken: string, view: SharedPlace | undefined) {
  const queryClient = useQueryClient();
  const { queryKey } = sharedQuery(shareToken);
  const recording = view?.kind === "recording" ? view.recording : undefined;
  const recordingId = recording?.id;
  useTopic(
    recordingId ? recordingTopic(recordingId) : null,
    (name) => {
      // The discussion reads itself anew, and a recording that runs is told to grow each second.
      const isGrowth = name === "recording" && recording?.live;
      if (name !== "comment" && name !== "reaction" && !isGrowth)
        void queryClient.invalidateQueries({ queryKey });
    },
    recordingId ? { shareToken, recordingId } : undefined,
  );

  const expiresAt = view?.expires_at;
  useEffect(() => {
    if (!expiresAt) return;
    const left = Date.parse(expiresAt) - Date.now() + 500;
    if (left > LONGEST_TIMER) return;
    const key = sharedQuery(shareToken).queryKey;
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: key }),
      Math.max(0, left),
    );
    return () => clearTimeout(timer);
  }, [expiresAt, queryClient, shareToken]);
}
