import { queryOptions } from "@tanstack/react-query";
import { MediaToken } from "#contract/recordings.ts";
import { apiUrl, request } from "./request.ts";

/**
 * Elements cannot send headers, so their addresses carry a token for this one recording.
 * Its key stands outside of "recordings": what makes those stale says nothing about the token.
 */
export function mediaTokenQuery(recordingId: string, headers: Record<string, string> = {}) {
  return queryOptions({
    queryKey: ["media-token", recordingId, headers],
    queryFn: ({ signal }) =>
      request("POST", `/recordings/${recordingId}/media-token`, MediaToken, { headers, signal }),
    // Another token is another address, and that would interrupt a video that plays.
    staleTime: 5 * 3_600_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export const streamUrl = (recordingId: string, token: string) =>
  apiUrl(`/recordings/${recordingId}/stream`, { token });

export const downloadUrl = (recordingId: string, token: string) =>
  apiUrl(`/recordings/${recordingId}/download`, { token });
