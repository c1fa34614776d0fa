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

/** Where Google asks the person. */
export const driveAddress = async () =>
  (await request("GET", "/google-drive/auth-url", DriveAuthUrl)).auth_url;

/** What Google gave, in exchange for the connection. */
export const connectDrive = (body: DriveCallback) =>
  request("POST", "/google-drive/callback", DriveConnection, { body });

/** Everything that shows a recording may show something else afterwards. */
export const disconnectDrive = write<void, DriveConnection>({
  send: () => request("POST", "/google-drive/disconnect", DriveConnection),
  stale: [],
  keep: (cache, connection) => cache.setQueryData(driveQuery.queryKey, connection),
  success: () => "Google Drive disconnected",
  failure: ourWords("Failed to disconnect Google Drive"),
});

/** After a new password: what still reaches the account is shown, and cut where its owner does not know it. */
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
