import { queryOptions } from "@tanstack/react-query";
import { Done } from "#contract/common.ts";
import { Recording } from "#contract/recordings.ts";
import { SharedView, ShareUnlock } from "#contract/shares.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { takeEarlyAnswer } from "#web/lib/early-link.ts";
import { request } from "#web/lib/request.ts";
import { type ShareScope, shareHeaders } from "#web/lib/share-scope.ts";

const soon = 3_000;
/** Realtime says at once that a link was revoked; this is for whoever it does not reach. */
const withinTheMinute = 40_000;

export const sharedQuery = (shareToken: string) =>
  queryOptions({
    queryKey: ["shared", shareToken],
    queryFn: ({ signal }) =>
      request("GET", `/shared/${shareToken}`, SharedView, {
        headers: shareHeaders(shareToken),
        signal,
        begun: takeEarlyAnswer(shareToken),
      }),
    refetchInterval: ({ state }) => {
      if (isRefused(state.error)) return false;
      return state.data && isArriving(state.data.recording) ? soon : withinTheMinute;
    },
  });

export const unlockShare = (shareToken: string, password: string) =>
  request("POST", `/shared/${shareToken}/unlock`, ShareUnlock, { body: { password } });

export const askForProof = (shareToken: string) =>
  request("POST", `/shared/${shareToken}/proof`, Done);

export const bringProof = (shareToken: string, token: string) =>
  request("PUT", `/shared/${shareToken}/proof`, Done, { body: { token } });

export const renameShared = ({ recordingId, shareToken }: ShareScope, filename: string) =>
  request("PUT", `/recordings/${recordingId}`, Recording, {
    body: { filename },
    headers: shareHeaders(shareToken),
  });

/** The server's no, as against no answer: what was shown before it is shown no longer. */
export const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

export const isArriving = ({ status }: Recording) =>
  status === "recording" || status === "uploading";
