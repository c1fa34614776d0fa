import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { SheetShape } from "#contract/contact-sheets.ts";
import { MEDIA_TOKEN_SECONDS } from "#contract/durations.ts";
import { setContactSheetCall, setThumbnailCall } from "#contract/media.ts";
import {
  createMediaTokenCall,
  deleteRecordingCall,
  getReceiptCall,
  getRecordingCall,
  listRecordingsCall,
  Recording,
  type RecordingQuery,
  renameRecordingCall,
  type SharedRecording,
} from "#contract/recordings.ts";
import { apiUrl, call, requestFile } from "#web/lib/request.ts";
import { opening } from "#web/lib/share-scope.ts";
import { read } from "./read.ts";
import { serversWords, write } from "./write.ts";

/** The start of every key below: mark it stale, and every view of recordings is read again. */
export const recordingsKey = ["recordings"] as const;

export const recordingsQuery = (query: Partial<RecordingQuery> = {}) => ({
  ...read([...recordingsKey, "list", query], listRecordingsCall, { query }),
  placeholderData: keepPreviousData,
});

/** Without a link only its owner and admins are answered, and they see all of it. */
export const recordingQuery = (id: string) =>
  read(
    [...recordingsKey, "one", id],
    { ...getRecordingCall, answer: Recording },
    { params: { id } },
  );

/** `path` changes with the picture: another path is another picture. */
export const thumbnailQuery = (id: string, path: string) =>
  queryOptions({
    queryKey: ["thumbnail", id, path],
    queryFn: ({ signal }) => requestFile(apiUrl(`/recordings/${id}/thumbnail`), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** An hour before its end a token is used for nothing new. A computer's clock may go wrong, so its age is what counts. */
const GOOD_MS = (MEDIA_TOKEN_SECONDS - 3_600) * 1000;

/** Elements cannot send headers, so their addresses carry a token for this one recording, under a key of its own. */
export const mediaTokenQuery = (id: string, headers: Record<string, string> = {}) =>
  queryOptions({
    queryKey: ["media-token", id, opening(headers)],
    queryFn: ({ signal }) => call(createMediaTokenCall, { params: { id }, headers, signal }),
    // Another token is another address, which interrupts a video that plays: asked again only near its end, by its age.
    staleTime: GOOD_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Of the film that people see, or of the one it was cut from; another `film` is another address for the same token. */
interface WhichFilm {
  original?: boolean | undefined;
  film?: number | null | undefined;
}

export const streamUrl = (id: string, token?: string, which: WhichFilm = {}) =>
  apiUrl(`/recordings/${id}/stream`, { token, ...which });

export const downloadUrl = (id: string, token?: string) =>
  apiUrl(`/recordings/${id}/download`, { token });

/** Reads the file by ourselves, because a refusal has words to show. */
export const readFile = (id: string) => requestFile(downloadUrl(id));

/** Has the server look whether the file is where it was; the recording is read anew. */
export const lookAgain = (id: string) =>
  write({
    send: () => requestFile(streamUrl(id), { headers: { Range: "bytes=0-0" } }),
    stale: recordingsKey,
    failure: serversWords("It is still not there."),
  });

export const readReceipt = (id: string) => call(getReceiptCall, { params: { id } });

/** Where a picture comes from: one's own, which stays when the recording is edited, or a film of this size. */
type Origin = { own: true } | { film_size: number };

export const storeThumbnail = (id: string, picture: Blob, of: Origin) =>
  call(setThumbnailCall, { params: { id }, query: of, body: picture });

export const changeThumbnail = (id: string, failure: (error: unknown) => string) =>
  write({
    send: async ({ draw, of }: { draw: () => Promise<Blob>; of: Origin }) =>
      storeThumbnail(id, await draw(), of),
    stale: recordingsKey,
    success: () => "Thumbnail changed",
    failure,
  });

export const storeContactSheet = (id: string, shape: SheetShape, picture: Blob) =>
  call(setContactSheetCall, { params: { id }, query: { ...shape }, body: picture });

export type Sheet = { src: string; shape: SheetShape };

/** The pictures of a film's moments, where there are any. */
export const sheetOf = (
  { id, contact_sheet: shape }: Pick<SharedRecording, "id" | "contact_sheet">,
  token: string,
  which: Pick<WhichFilm, "original"> = {},
): Sheet | null => {
  const address = { v: shape?.path.split("v=")[1], token, ...which };
  return shape && { src: apiUrl(`/recordings/${id}/contact-sheet`, address), shape };
};

/** Through a link, `headers` say which; the answer is the recording as everybody sees it. */
export const sendTitle = (id: string, filename: string, headers: Record<string, string> = {}) =>
  call(renameRecordingCall, { params: { id }, body: { filename }, headers });

export const renameRecording = (id: string) =>
  write({
    send: (filename: string) => sendTitle(id, filename),
    stale: recordingsKey,
    show: (cache: QueryClient, filename) =>
      cache.setQueryData(recordingQuery(id).queryKey, (shown) => shown && { ...shown, filename }),
    failure: serversWords("Failed to update title"),
  });

export const deleteRecording = (id: string) => call(deleteRecordingCall, { params: { id } });

/** Not all bytes of the recording are there. */
export const isArriving = ({ status }: Pick<Recording, "status">) =>
  status === "recording" || status === "uploading";

/** Something about the recording will still change by itself. */
export const isUnfinished = (recording: Pick<Recording, "status">) =>
  isArriving(recording) || recording.status === "processing";

/** Whether the recording has something that a browser can show. */
type Playable = Pick<SharedRecording, "status" | "playable" | "interrupted" | "size"> & {
  /** Only the owner is told. */
  missing?: Recording["missing"];
};

export const canPlay = ({ status, playable, missing = null, interrupted, size }: Playable) =>
  missing === null &&
  playable !== false &&
  (status === "ready" ||
    (status === "processing" && size > 0) ||
    (status === "recording" && interrupted && size > 0));
