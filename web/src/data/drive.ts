import type { QueryClient } from "@tanstack/react-query";
import type { NewPasswordSession } from "#contract/auth.ts";
import {
  connectDriveCall,
  type DriveCallback,
  disconnectDriveCall,
  getDriveAuthUrlCall,
  getDriveCall,
} from "#contract/drive.ts";
import { call } from "#web/lib/request.ts";
import { confirm } from "#web/ui/layers/confirm.tsx";
import { read } from "./read.ts";
import { ourWords, write } from "./write.ts";

export const driveQuery = read(["drive"], getDriveCall);

export const driveAddress = async () => (await call(getDriveAuthUrlCall)).auth_url;

export const connectDrive = (body: DriveCallback) => call(connectDriveCall, { body });

/** Every view of a recording may show something else afterwards. */
export const disconnectDrive = write({
  send: () => call(disconnectDriveCall),
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
