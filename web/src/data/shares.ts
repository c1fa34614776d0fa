import { type QueryClient, queryOptions } from "@tanstack/react-query";
import {
  askForProofCall,
  askOwnerCall,
  type ChangeShare,
  CreateShare,
  changeFolderShareCall,
  changeShareCall,
  createFolderShareCall,
  createShareCall,
  listFolderSharesCall,
  listSharesCall,
  openShareCall,
  proveEmailCall,
  revokeFolderShareCall,
  revokeShareCall,
  type Share,
  unlockShareCall,
} from "#contract/shares.ts";
import { isRefused } from "#web/lib/api-error.ts";
import { takeEarlyAnswer } from "#web/lib/early-link.ts";
import { readValues } from "#web/lib/form.ts";
import { call } from "#web/lib/request.ts";
import { shareHeaders, unlockOf } from "#web/lib/share-scope.ts";
import type { Scope } from "./discussion-key.ts";
import { isArriving, sendTitle } from "./recordings.ts";
import { ourWords, serversWords, unlessAtField, write } from "./write.ts";

/** The person who presses the button wants the link now, or to hear that there is none. */
const atOnce = { networkMode: "always", retry: false } as const;

export type ShareOf = "recording" | "folder";

export const sharesQuery = (id: string, of: ShareOf = "recording") =>
  queryOptions({
    queryKey: ["shares", id],
    queryFn: async ({ signal }) => {
      const asked = { params: { id }, signal };
      const answer =
        of === "folder" ? call(listFolderSharesCall, asked) : call(listSharesCall, asked);
      return (await answer).shares;
    },
  });

/** Checked here by the contract's own schema, so that most mistakes need no answer to be seen. */
const sendShare = async (id: string, of: ShareOf, share: Partial<CreateShare>) => {
  const wanted = { params: { id }, body: readValues(CreateShare, share) };
  return of === "folder" ? call(createFolderShareCall, wanted) : call(createShareCall, wanted);
};

/** The link that the words ask for; the panel says what is wrong with them. */
export const createShare = (id: string, of: ShareOf = "recording") => ({
  ...write({
    send: (share: CreateShare, cache) =>
      isUsual(share) ? usualShare(id, of, cache) : sendShare(id, of, share),
    keep: keepFirst,
  }),
  ...atOnce,
});

/** The link anyone can open to watch: the one there is, or a new one. It stays the same for a recording. */
export const findPublicShare = {
  ...write({
    // A link that this page has had once needs no server the second time, unless it was changed here since.
    send: async (
      { recordingId, known }: { recordingId: string; known: Share | undefined },
      cache,
    ) =>
      cache
        .getQueryData(sharesQuery(recordingId).queryKey)
        ?.find((share) => share.id === known?.id && isUsualLink(share)) ??
      usualShare(recordingId, "recording", cache),
    keep: keepFirst,
    failure: serversWords("Failed to create share link"),
  }),
  ...atOnce,
};

/** One link, also where it is asked for again before it is there: who presses twice wants no second one. */
const usualShare = (id: string, of: ShareOf, cache: QueryClient) =>
  cache.fetchQuery({
    queryKey: ["usual-share", id],
    queryFn: async () => {
      const shares = await cache.fetchQuery({ ...sharesQuery(id, of), ...atOnce });
      return shares.find(isUsualLink) ?? (await sendShare(id, of, {}));
    },
    staleTime: 0,
    ...atOnce,
  });

const isUsual = (wanted: CreateShare) =>
  hasUsualTerms(wanted) && wanted.expires_in_hours === null && !wanted.password;

export const changeShare = (share: Share, done: () => void) =>
  write({
    send: (body: ChangeShare) => {
      const change = { params: paramsOf(share), body };
      return share.folder_id ? call(changeFolderShareCall, change) : call(changeShareCall, change);
    },
    keep: (cache, changed) =>
      keepShares(cache, share, (shares) =>
        shares.map((other) => (other.id === changed.id ? changed : other)),
      ),
    done,
    failure: unlessAtField("Failed to change share link"),
  });

export const revokeShare = (share: Share) =>
  write({
    send: () => {
      const asked = { params: paramsOf(share) };
      return share.folder_id ? call(revokeFolderShareCall, asked) : call(revokeShareCall, asked);
    },
    stale: sharesQuery(paramsOf(share).id).queryKey,
    keep: (cache) =>
      keepShares(cache, share, (shares) => shares.filter(({ id }) => id !== share.id)),
    failure: ourWords("Failed to revoke share link"),
  });

function keepFirst(cache: QueryClient, share: Share) {
  keepShares(cache, share, (shares) => [share, ...shares.filter(({ id }) => id !== share.id)]);
}

function keepShares(cache: QueryClient, share: Share, change: (shares: Share[]) => Share[]) {
  const { queryKey } = sharesQuery(paramsOf(share).id);
  const known = cache.getQueryData<Share[]>(queryKey);
  cache.setQueryData(queryKey, change(known ?? []));
  // A list that was never read may hold others.
  if (!known) void cache.invalidateQueries({ queryKey });
}

const paramsOf = ({ id, recording_id, folder_id }: Share) => ({
  id: folder_id ?? recording_id ?? "",
  shareId: id,
});

export const linkOf = ({ share_token }: Share) => `${location.origin}/shared/${share_token}`;

/** Opens for everybody, for ever, and to watch only. */
export const isForAnyone = (share: Share) =>
  share.is_public &&
  share.permission_type === "view" &&
  !share.has_password &&
  share.expires_at === null;

/** The link that is copied with one click. */
export const isUsualLink = (share: Share) => isForAnyone(share) && hasUsualTerms(share);

/** Anyone may watch, and no more than that: it has no name of its own and gives no file away. */
const hasUsualTerms = (terms: CreateShare | Share) =>
  terms.is_public &&
  terms.permission_type === "view" &&
  !(terms.label || terms.allow_download || terms.guests_may_comment) &&
  terms.watch_live;

const SOON = 3_000;
/** Viewers of a running recording hear its end in the bytes; this is for browsers that cannot. */
const NOW_AND_THEN = 8_000;
/** Realtime says at once that a link was revoked; this is for the pages that realtime does not reach. */
const WITHIN_THE_MINUTE = 40_000;
/** Nothing says what came into a folder or left it, beside the video that is watched. */
const WITHIN_A_FOLDER = 15_000;

export const sharedQuery = (shareToken: string) =>
  queryOptions({
    queryKey: ["shared", shareToken],
    queryFn: ({ signal }) =>
      call(openShareCall, {
        params: { share_token: shareToken },
        headers: shareHeaders(shareToken),
        signal,
        begun: takeEarlyAnswer(shareToken),
      }),
    // The page's loader has just been refused: its parts need not hear it again.
    retryOnMount: false,
    refetchInterval: ({ state }) => {
      if (isBeingEdited(state.error)) return SOON;
      // A recording that was thrown away while it was made may be brought back.
      if (isRefused(state.error)) return state.error.status === 410 ? SOON : false;
      if (state.data?.kind === "folder") return WITHIN_A_FOLDER;
      const recording = state.data?.recording;
      if (recording?.live) return NOW_AND_THEN;
      return recording && isArriving(recording) ? SOON : WITHIN_THE_MINUTE;
    },
  });

/** The owner hides the film until its cut is ready; then the page opens by itself. */
export const isBeingEdited = (error: unknown) => isRefused(error) && error.code === "being_edited";

export const unlockShare = (shareToken: string) =>
  write({
    send: (password: string) =>
      call(unlockShareCall, { params: { share_token: shareToken }, body: { password } }),
    keep: (_cache, unlock) => unlockOf(shareToken).write(unlock),
    stale: sharedQuery(shareToken).queryKey,
    staleIfRefused: false,
  });

export const askForProof = (shareToken: string) =>
  write({ send: () => call(askForProofCall, { params: { share_token: shareToken } }) });

export const askOwner = (shareToken: string) =>
  write({ send: () => call(askOwnerCall, { params: { share_token: shareToken } }) });

export const bringProof = (shareToken: string, token: string) =>
  write({
    send: () => call(proveEmailCall, { params: { share_token: shareToken }, body: { token } }),
    stale: sharedQuery(shareToken).queryKey,
    staleIfRefused: false,
  });

export const renameShared = ({ recordingId, shareToken }: Required<Scope>) =>
  write({
    send: (filename: string) => sendTitle(recordingId, filename, shareHeaders(shareToken)),
    stale: sharedQuery(shareToken).queryKey,
    show: (cache, filename) =>
      cache.setQueryData(sharedQuery(shareToken).queryKey, (view) =>
        view?.kind === "folder"
          ? view
          : view && { ...view, recording: { ...view.recording, filename } },
      ),
    failure: ourWords("Failed to update title"),
  });
