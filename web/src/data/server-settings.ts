import { queryOptions } from "@tanstack/react-query";
import {
  type ChangeServerSettings,
  changeServerSettingsCall,
  getAnnouncementCall,
  getServerSettingsCall,
  type Invitation,
  type Invite,
  inviteCall,
  listInvitationsCall,
  withdrawInvitationCall,
} from "#contract/settings.ts";
import { call } from "#web/lib/request.ts";
import { read } from "./read.ts";
import { serversWords, unlessAtField, write } from "./write.ts";

const FIVE_MINUTES = 300_000;

/** The announcement to everyone: asked for now and then, because it may change at any time. */
export const announcementQuery = queryOptions({
  queryKey: ["announcement"],
  queryFn: async ({ signal }) => (await call(getAnnouncementCall, { signal })).announcement,
  refetchInterval: FIVE_MINUTES,
});

export const serverSettingsQuery = read(["server-settings"], getServerSettingsCall);

export const changeServerSettings = write({
  send: (body: ChangeServerSettings) => call(changeServerSettingsCall, { body }),
  stale: serverSettingsQuery.queryKey,
  keep(cache, saved) {
    cache.setQueryData(serverSettingsQuery.queryKey, saved);
    cache.setQueryData(announcementQuery.queryKey, saved.announcement);
  },
  success: () => "Saved",
  failure: serversWords("Failed to save the settings"),
});

export const invitationsQuery = queryOptions({
  queryKey: ["invitations"],
  queryFn: async ({ signal }) => (await call(listInvitationsCall, { signal })).invitations,
});

export const invite = (done: (made: Invitation) => void) =>
  write({
    send: (body: Invite) => call(inviteCall, { body }),
    stale: invitationsQuery.queryKey,
    done,
    failure: unlessAtField("Failed to invite"),
  });

export const withdrawInvitation = write({
  send: (id: string) => call(withdrawInvitationCall, { params: { id } }),
  stale: invitationsQuery.queryKey,
  success: () => "Invitation withdrawn",
  failure: serversWords("Failed to withdraw the invitation"),
});
