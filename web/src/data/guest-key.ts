import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { GuestKey } from "#contract/guests.ts";
import { guestKey } from "#web/lib/share-scope.ts";

/** The name under which this browser's person speaks behind a link; null where they have said none. */
export const guestQuery = (shareToken: string) =>
  queryOptions({
    queryKey: ["guest", shareToken],
    queryFn: () => guestKey(shareToken).read() ?? null,
    initialData: () => guestKey(shareToken).read() ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Without a key, a name is asked for again. */
export function keepGuest(cache: QueryClient, shareToken: string, key: GuestKey | null) {
  if (key) guestKey(shareToken).write(key);
  else guestKey(shareToken).remove();
  cache.setQueryData(guestQuery(shareToken).queryKey, key);
}
