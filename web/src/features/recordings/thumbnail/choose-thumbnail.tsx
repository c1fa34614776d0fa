import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Recording } from "#contract/recordings.ts";
import { canPlay, changeThumbnail, mediaTokenQuery, streamUrl } from "#web/data/recordings.ts";
import { errorText } from "#web/lib/api-error.ts";
import { formatDuration } from "#web/lib/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FileButton } from "#web/ui/controls/file-button.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { drawOwnPicture, drawShownMoment, thumbnailTime, Unreadable } from "./draw-thumbnail.ts";

/** Seconds that an arrow key moves on: a frame of most recordings. */
const FRAME = 1 / 30;

interface Props {
  recording: Recording;
  onClose: () => void;
}

const inWords = (error: unknown) =>
  error instanceof Unreadable
    ? error.message
    : errorText(error, "The thumbnail could not be changed. Try again.");

export function ChooseThumbnail({ recording, onClose }: Props) {
  const { id, duration } = recording;
  const film = useRef<HTMLVideoElement>(null);
  const { mutate, isPending } = useMutation(changeThumbnail(id, inWords));
  const [film_size] = useState(recording.size); // the element goes on with this film, whichever is shown
  const keep = (drawing: Parameters<typeof mutate>[0]) => mutate(drawing, { onSuccess: onClose });
  const hasMoments = canPlay(recording) && recording.width !== null && duration !== null;
  return (
    <Dialog
      onClose={onClose}
      title="Choose a thumbnail"
      description="It is shown in your library and wherever a link is previewed."
      footer={
        <>
          <FileButton
            label="Picture"
            accept="image/*"
            disabled={isPending}
            onFiles={([file]) =>
              file && keep({ draw: () => drawOwnPicture(file), of: { own: true } })
            }
          >
            Upload a picture
          </FileButton>
          {hasMoments && (
            <Button
              tone="primary"
              busy={isPending}
              onClick={() =>
                film.current &&
                keep({ draw: drawShownMoment.bind(null, film.current), of: { film_size } })
              }
            >
              Use this moment
            </Button>
          )}
        </>
      }
    >
      {hasMoments && <Moments id={id} duration={duration} film={film} />}
    </Dialog>
  );
}

interface MomentsProps {
  id: string;
  duration: number;
  film: React.RefObject<HTMLVideoElement | null>;
}

function Moments({ id, duration, film }: MomentsProps) {
  const { data: media } = useQuery(mediaTokenQuery(id));
  const [at, setAt] = useState(thumbnailTime(duration));
  const show = (seconds: number) => {
    setAt(seconds);
    if (film.current) film.current.currentTime = seconds;
  };
  return (
    <div className="grid gap-3">
      <video
        ref={film}
        muted
        playsInline
        crossOrigin="anonymous"
        preload="auto"
        src={media && streamUrl(id, media.token)}
        onLoadedMetadata={() => show(at)}
        className="aspect-video w-full rounded-8 bg-stage object-contain"
      />
      <label className="flex items-center gap-3 text-13 text-ink-2">
        <span className="tabular-nums">{formatDuration(at)}</span>
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={`${at.toFixed(2)} seconds`}
          min={0}
          max={duration}
          step={FRAME}
          value={at}
          onChange={({ currentTarget }) => show(Number(currentTarget.value))}
          className="h-11 min-w-0 flex-1"
        />
        <span className="tabular-nums">{formatDuration(duration)}</span>
      </label>
    </div>
  );
}
