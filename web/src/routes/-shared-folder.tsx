import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { SharedRecording } from "#contract/recordings.ts";
import type { SharedFolder as View } from "#contract/shares.ts";
import { mediaTokenQuery } from "#web/data/recordings.ts";
import { FolderFrame } from "#web/features/shared-page/folder-frame.tsx";
import { useLiveShare } from "#web/features/shared-page/shared-gate.tsx";
import { shareHeaders } from "#web/lib/share-scope.ts";
import { SharedVideo } from "./-shared-video.tsx";

interface Props {
  shareToken: string;
  view: View;
  chosen: string | undefined;
  startAt: number | undefined;
}

export default function SharedFolder({ shareToken, view, chosen, startAt }: Props) {
  const { recordings } = view.folder;
  const [goesOn, setGoesOn] = useState<string>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const current = recordings.find(({ id }) => id === chosen) ?? recordings[0];
  const next = current && recordings[recordings.indexOf(current) + 1];
  const goOn = async () => {
    if (!next) return;
    // The page stays as it is until the next video can be shown.
    await queryClient.ensureQueryData(tokenOf(shareToken, next.id)).catch(() => undefined);
    setGoesOn(next.id);
    void navigate({ to: "/shared/$shareToken", params: { shareToken }, search: { v: next.id } });
  };
  return (
    <FolderFrame {...{ shareToken, view, current }}>
      {current && (
        <One
          key={current.id}
          {...{ shareToken, view, startAt, recording: current }}
          inFolder={{ goesOn: goesOn === current.id, onEnded: () => void goOn() }}
        />
      )}
    </FolderFrame>
  );
}

interface OneProps extends Pick<Props, "shareToken" | "view" | "startAt"> {
  recording: SharedRecording;
  inFolder: { goesOn: boolean; onEnded: () => void };
}

function One({ shareToken, view: { folder: _, ...rights }, recording, ...place }: OneProps) {
  const { data: media } = useSuspenseQuery(tokenOf(shareToken, recording.id));
  const view = { ...rights, kind: "recording", recording, media } as const;
  useLiveShare(shareToken, view);
  return <SharedVideo {...{ shareToken, view }} {...place} />;
}

const tokenOf = (shareToken: string, recordingId: string) =>
  mediaTokenQuery(recordingId, shareHeaders(shareToken));
