import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { NewPasswordSession } from "#contract/auth.ts";
import { DriveAuthUrl, type DriveCallback, DriveConnection } from "#contract/drive.ts";
import { request } from "#web/lib/request.ts";
import { confirm } from "#web/ui/confirm.tsx";
import { ourWords, write } from "./write.ts";

export const driveQuery = queryOptions({
  queryKey: ["drive"],
  queryFn: ({ signal }) => request("GET", "/google-drive", DriveConnection, { signal }),
});

/** The address at which Google asks the person for access. */
export const driveAddress = async () =>
  (await request("GET", "/google-drive/auth-url", DriveAuthUrl)).auth_url;

/** Gives the server what Google sent; the answer is the connection. */
export const connectDrive = (body: DriveCallback) =>
  request("POST", "/google-drive/callback", DriveConnection, { body });

/** Every view of a recording may show something else afterwards. */
export const disconnectDrive = write<void, DriveConnection>({
  send: () => request("POST", "/google-drive/disconnect", DriveConnection),
  stale: [],
  keep: (cache, connection) => cache.setQueryData(driveQuery.queryKey, connection),
  success: () => "Google Drive disconnected",
  failure: ourWords("Failed to disconnect Google Drive"),
});

/** After a new password: each connected Drive is shown, and disconnected where the account's owner does not know it. */
export async function offerToCut(cache: QueryClient, { connections }: NewPasswordSession) {
  for (const { email } of connections) {
    const isStrange = await confirm({
      title: `Disconnect the Google Drive of ${email}?`,
      description: "It is still connected, and recordings may be kept there. Is it yours?",
      danger: true,
    });
    if (isStrange) await cache.getMutationCache().build(cache, disconnectDrive).execute();
  }
}
