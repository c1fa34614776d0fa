import { queryOptions } from "@tanstack/react-query";
import { Done } from "#contract/common.ts";
import {
  Announcement,
  type ChangeServerSettings,
  Invitation,
  Invitations,
  type Invite,
  ServerSettings,
} from "#contract/settings.ts";
import { request } from "#web/lib/request.ts";
import { serversWords, write } from "./write.ts";

const FIVE_MINUTES = 300_000;

/** The announcement to everyone: asked for now and then, because it may change at any time. */
export const announcementQuery = queryOptions({
  queryKey: ["announcement"],
  queryFn: async ({ signal }) =>
    (await request("GET", "/announcement", Announcement, { signal })).announcement,
  refetchInterval: FIVE_MINUTES,
});

export const serverSettingsQuery = queryOptions({
  queryKey: ["server-settings"],
  queryFn: ({ signal }) => request("GET", "/admin/settings", ServerSettings, { signal }),
});

export const changeServerSettings = write<ChangeServerSettings, ServerSettings>({
  send: (body) => request("PATCH", "/admin/settings", ServerSettings, { body }),
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
  queryFn: async ({ signal }) =>
    (await request("GET", "/admin/invitations", Invitations, { signal })).invitations,
});

export const invite = (done: (made: Invitation) => void) =>
  write<Invite, Invitation>({
    send: (body) => request("POST", "/admin/invitations", Invitation, { body }),
    stale: invitationsQuery.queryKey,
    done,
    failure: serversWords("Failed to invite"),
  });

export const withdrawInvitation = write<string, Done>({
  send: (id) => request("DELETE", `/admin/invitations/${id}`, Done),
  stale: invitationsQuery.queryKey,
  success: () => "Invitation withdrawn",
  failure: serversWords("Failed to withdraw the invitation"),
});
