import { queryOptions, useQuery } from "@tanstack/react-query";
import { Film } from "lucide-react";
import { useRef, useState } from "react";
import type { Recording } from "#contract/recordings.ts";
import {
  canPlay,
  mediaTokenQuery,
  storeThumbnail,
  streamUrl,
  thumbnailQuery,
} from "#web/data/recordings.ts";
import { useInSight } from "#web/lib/browser/use-in-sight.ts";
import { useObjectUrl } from "#web/lib/browser/use-object-url.ts";
import { cx } from "#web/ui/cx.ts";
import { drawThumbnail, squareOnCard } from "./draw-thumbnail.ts";

/** The picture of a recording once it is in view: the server's, or one made here when it has none. */
export function Thumbnail({ recording }: { recording: Recording }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useInSight(place, "200px", () => setSeen(true));
  const { id, thumbnail_path } = recording;
  const stored = useQuery({
    ...thumbnailQuery(id, thumbnail_path ?? ""),
    enabled: isSeen && thumbnail_path !== null,
  });
  const made = useQuery({
    ...madeThumbnailQuery(recording),
    enabled:
      isSeen && thumbnail_path === null && recording.status === "ready" && canPlay(recording),
  });
  const url = useObjectUrl(stored.data ?? made.data);
  return (
    <span
      ref={place}
      className={cx(
        "relative grid aspect-video place-items-center overflow-hidden text-ink-3",
        url ? "bg-stage" : "bg-wash",
      )}
    >
      {url ? (
        <img
          src={url}
          alt=""
          style={{ height: `${squareOnCard(recording.width, recording.height) * 100}%` }}
          className="absolute inset-x-0 top-1/2 mx-auto aspect-square max-w-none -translate-y-1/2 object-cover"
        />
      ) : (
        <Film className="size-6" />
      )}
    </span>
  );
}

/** For recordings that came without a picture: draws one, leaves it with the server, and shows it. */
const madeThumbnailQuery = (recording: Recording) =>
  queryOptions({
    queryKey: ["made-thumbnail", recording.id, recording.size],
    queryFn: async ({ client }) => {
      const { token } = await client.fetchQuery(mediaTokenQuery(recording.id));
      const picture = await inTurn(() =>
        drawThumbnail(streamUrl(recording.id, token), recording.duration),
      );
      await storeThumbnail(recording.id, picture, { film_size: recording.size });
      return picture;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

let last: Promise<unknown> = Promise.resolve();

/** One video at a time: ten at once would keep the page and the line busy. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn;
  return turn;
}
