import { queryOptions } from "@tanstack/react-query";
import type { Recording } from "#contract/recordings.ts";
import { mediaTokenQuery, storeThumbnail, streamUrl } from "#web/data/recordings.ts";
import { drawThumbnail } from "./draw-thumbnail.ts";

/** For recordings that came without a picture: draws one, leaves it with the server, and shows it. */
export const madeThumbnailQuery = (recording: Recording) =>
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
