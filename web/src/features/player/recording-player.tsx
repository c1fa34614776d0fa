import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { MediaToken, SharedRecording } from "#contract/recordings.ts";
import { contactSheetUrl, mediaTokenQuery } from "#web/data/recordings.ts";
import type { CaptionTrack } from "./captions.ts";
import { streamSources } from "./media.ts";
import { Player } from "./player.tsx";
import type { PlayerProps, Sheet } from "./player-props.ts";

interface Props
  extends Omit<
    PlayerProps,
    "recordingId" | "title" | "sources" | "duration" | "onRenew" | "tracks" | "sheet"
  > {
  recording: SharedRecording;
  /** Sent with the request for the media's token: through which link it is seen. */
  headers?: Record<string, string> | undefined;
  /** The first token, where it came with the recording: nothing is asked before the video loads. */
  media?: MediaToken | undefined;
  /** The recording's captions, at addresses that this token opens. */
  captions?: ((token: string) => CaptionTrack[]) | undefined;
}

/** The player of a recording, with addresses that renew themselves. */
export function RecordingPlayer({ recording, headers, media, captions, ...props }: Props) {
  const queryClient = useQueryClient();
  const query = mediaTokenQuery(recording.id, headers);
  const { token } = useSuspenseQuery({ ...query, initialData: media }).data;
  const renew = async () => {
    const fresh = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    return streamSources(recording, fresh.token, props.film?.count);
  };
  return (
    <Player
      recordingId={recording.id}
      title={recording.filename}
      sources={streamSources(recording, token, props.film?.count)}
      duration={recording.duration}
      onRenew={renew}
      tracks={captions?.(token)}
      sheet={sheetOf(recording, token)}
      {...props}
    />
  );
}

function sheetOf(recording: SharedRecording, token: string): Sheet | undefined {
  const src = contactSheetUrl(recording, token);
  return src && recording.contact_sheet ? { src, shape: recording.contact_sheet } : undefined;
}
