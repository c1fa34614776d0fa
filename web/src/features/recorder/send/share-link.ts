import { Share, ShareList } from "#contract/shares.ts";
import { request } from "#web/lib/request.ts";

/** The link anyone can open to watch: the one there is, or a new one. It stays the same for a recording. */
export async function shareLink(recordingId: string): Promise<string> {
  const { shares } = await request("GET", `/recordings/${recordingId}/shares`, ShareList);
  const share = shares.find(isForAnyone) ?? (await newLink(recordingId));
  return new URL(`/shared/${share.share_token}`, window.location.origin).href;
}

const newLink = (recordingId: string) =>
  request("POST", `/recordings/${recordingId}/shares`, Share, {
    body: { permission_type: "view", is_public: true },
  });

const isForAnyone = (share: Share) =>
  share.is_public &&
  share.permission_type === "view" &&
  !share.has_password &&
  share.expires_at === null;
