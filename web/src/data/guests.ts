import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Done } from "#contract/common.ts";
import {
  banGuestCall,
  type ClaimedGuest,
  claimGuestCall,
  type GuestKey,
  nameGuestCall,
  unbanGuestCall,
} from "#contract/guests.ts";
import { counted } from "#web/lib/format.ts";
import { call } from "#web/lib/request.ts";
import { guestKey, type ShareScope, shareHeaders } from "#web/lib/share-scope.ts";
import { discussionKey, type Scope } from "./discussion-key.ts";
import { serversWords, write } from "./write.ts";

/** The name under which this browser's person speaks behind a link; null where they have said none. */
export const guestQuery = (shareToken: string) =>
  queryOptions({
    queryKey: ["guest", shareToken],
    queryFn: () => guestKey(shareToken).read() ?? null,
    initialData: () => guestKey(shareToken).read() ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const nameGuest = (shareToken: string) =>
  write<string, GuestKey>({
    send: (name) =>
      call(nameGuestCall, {
        params: { share_token: shareToken },
        body: { name },
        headers: shareHeaders(shareToken),
      }),
    keep: (cache, key) => keepGuest(cache, shareToken, key),
  });

/** Where the server knows the key no more, a name is asked for again. */
export function forgetGuest(cache: QueryClient, shareToken: string) {
  keepGuest(cache, shareToken, null);
}

function keepGuest(cache: QueryClient, shareToken: string, key: GuestKey | null) {
  if (key) guestKey(shareToken).write(key);
  else guestKey(shareToken).remove();
  cache.setQueryData(guestQuery(shareToken).queryKey, key);
}

/** What was said here without an account becomes the account's. */
export const claimGuest = ({ shareToken, recordingId }: ShareScope) =>
  write<GuestKey, ClaimedGuest>({
    send: ({ guest_token }) => call(claimGuestCall, { body: { guest_token } }),
    keep: (cache) => forgetGuest(cache, shareToken),
    stale: discussionKey({ recordingId, share: { recordingId, shareToken } }),
    success: ({ comments }) => `${counted(comments, "comment")} moved to your account`,
    failure: serversWords("Failed to move the comments"),
  });

interface OneGuest {
  id: string;
  guestId: string;
}

const ban = ({ id, guestId }: OneGuest) => call(banGuestCall, { params: { id, guestId } });
const unban = ({ id, guestId }: OneGuest) => call(unbanGuestCall, { params: { id, guestId } });

export const guestBan = (scope: Scope) =>
  write<{ guestId: string; isBanned: boolean }, Done>({
    send: ({ guestId, isBanned }) => (isBanned ? ban : unban)({ id: scope.recordingId, guestId }),
    stale: discussionKey(scope),
    failure: serversWords("Failed to change what this guest may do"),
  });
