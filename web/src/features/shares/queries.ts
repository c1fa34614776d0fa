import { queryOptions } from "@tanstack/react-query";
import { Done } from "#contract/common.ts";
import { type ChangeShare, type CreateShare, Share, ShareList } from "#contract/shares.ts";
import { request } from "#web/lib/request.ts";

export const sharesQuery = (recordingId: string) =>
  queryOptions({
    queryKey: ["shares", recordingId],
    queryFn: async ({ signal }) =>
      (await request("GET", `/recordings/${recordingId}/shares`, ShareList, { signal })).shares,
  });

export const createShare = (recordingId: string, share: CreateShare) =>
  request("POST", `/recordings/${recordingId}/shares`, Share, { body: share });

export const changeShare = ({ recording_id, id }: Share, change: ChangeShare) =>
  request("PATCH", `/recordings/${recording_id}/shares/${id}`, Share, { body: change });

export const revokeShare = ({ recording_id, id }: Share) =>
  request("DELETE", `/recordings/${recording_id}/shares/${id}`, Done);
