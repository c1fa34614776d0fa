import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { MEDIA_TOKEN_SECONDS } from "#contract/durations.ts";
import type { MediaToken, SharedRecording } from "#contract/recordings.ts";
import type { Watched } from "#contract/viewers.ts";
import { mediaTokenQuery, sheetOf, streamUrl } from "#web/data/recordings.ts";
import { sayWatched } from "#web/data/viewers.ts";
import { useSession } from "#web/lib/session.ts";
import type { CaptionTrack } from "./captions.ts";
import { Player } from "./player.tsx";
import type { PlayerProps } from "./player-props.ts";

export interface RecordingPlayerProps
  extends Omit<
    PlayerProps,
    "recordingId" | "title" | "sources" | "duration" | "onRenew" | "onWatched" | "tracks" | "sheet"
  > {
  recording: SharedRecording;
  /** Sent with the request for the media's token: through which link it is seen. */
  headers?: Record<string, string> | undefined;
  /** The first token, where it came with the recording: nothing is asked before the video loads. */
  media?: MediaToken | undefined;
  /** Whether its owner is told what is watched here. */
  isCounted?: boolean | undefined;
  captions?: ((token: string) => CaptionTrack[]) | undefined;
}

export function RecordingPlayer(given: RecordingPlayerProps) {
  const { recording, headers, media, captions, isCounted, ...props } = given;
  const queryClient = useQueryClient();
  const query = mediaTokenQuery(recording.id, headers);
  const { token } = useSuspenseQuery({ ...query, initialData: media }).data;
  const renew = async () => {
    const fresh = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    return streamSources(recording, fresh.token, props.film?.count);
  };
  const isGuest = useSession().status !== "signed-in";
  const count = async (watched: Watched) => {
    // As long as the player has it: another one would interrupt what plays.
    const held = await queryClient.fetchQuery({ ...query, staleTime: MEDIA_TOKEN_SECONDS * 1000 });
    await sayWatched(recording.id, held, watched, isGuest);
  };
  return (
    <Player
      recordingId={recording.id}
      title={recording.filename}
      sources={streamSources(recording, token, props.film?.count)}
      duration={recording.duration}
      onRenew={renew}
      // A token that is near its end gives way to another, though the video still plays from its buffer.
      onCaptionsLost={() => void queryClient.prefetchQuery(query)}
      onWatched={isCounted ? count : undefined}
      tracks={captions?.(token)}
      sheet={sheetOf(recording, token)}
      {...props}
    />
  );
}

/** The same bytes under each name a browser may want to hear before it looks at them. */
export function streamSources({ id, mime_type }: SharedRecording, token: string, film?: number) {
  const src = streamUrl(id, token, { film });
  const [own = ""] = mime_type.split(";");
  return [...new Set([own, "video/webm", "video/mp4"])].map((type) => ({ src, type }));
}
