import {
  banGuestCall,
  claimGuestCall,
  type GuestKey,
  nameGuestCall,
  unbanGuestCall,
} from "#contract/guests.ts";
import { counted } from "#web/lib/format.ts";
import { call } from "#web/lib/request.ts";
import { shareHeaders } from "#web/lib/share-scope.ts";
import { asGuest } from "./discussion.ts";
import { discussionKey, type Scope } from "./discussion-key.ts";
import { keepGuest } from "./guest-key.ts";
import { serversWords, write } from "./write.ts";

export const nameGuest = (shareToken: string) =>
  write({
    send: (name: string) =>
      call(nameGuestCall, {
        params: { share_token: shareToken },
        body: { name },
        headers: shareHeaders(shareToken),
      }),
    keep: (cache, key) => keepGuest(cache, shareToken, key),
  });

export const claimGuest = (scope: Required<Scope>) =>
  write({
    send: ({ guest_token }: GuestKey, cache) =>
      asGuest(cache, scope, call(claimGuestCall, { body: { guest_token } })),
    keep: (cache) => keepGuest(cache, scope.shareToken, null),
    stale: discussionKey(scope),
    success: ({ comments }) => `${counted(comments, "comment")} moved to your account`,
    failure: serversWords("Failed to move the comments"),
  });

export const guestBan = (scope: Scope) =>
  write({
    send: ({ guestId, isBanned }: { guestId: string; isBanned: boolean }) => {
      const params = { id: scope.recordingId, guestId };
      return isBanned ? call(banGuestCall, { params }) : call(unbanGuestCall, { params });
    },
    stale: discussionKey(scope),
    failure: serversWords("Failed to change what this guest may do"),
  });
