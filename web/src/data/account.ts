import { queryOptions } from "@tanstack/react-query";
import {
  askForTakeoutCall,
  ChangePassword,
  changePasswordCall,
  type DeleteMyAccount,
  defaultPreferences,
  deleteMyAccountCall,
  endSessionCall,
  getAccountCall,
  getPreferencesCall,
  listSessionsCall,
  type Preferences,
  pingActivityCall,
  SetPassword,
  savePreferencesCall,
  setPasswordCall,
} from "#contract/account.ts";
import type { Session } from "#contract/auth.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { downloadFrom } from "#web/lib/browser/download-blob.ts";
import { readForm } from "#web/lib/form.ts";
import { keptForOffline } from "#web/lib/kept-answer.ts";
import { call } from "#web/lib/request.ts";
import { signIn, signOut } from "#web/lib/session.ts";
import { offerToCut } from "./drive.ts";
import { serversWords, unlessAtField, write } from "./write.ts";

export const readUser = () => call(getAccountCall);

export const ping = () => call(pingActivityCall);

export const devicesQuery = queryOptions({
  queryKey: ["devices"],
  queryFn: async ({ signal }) => (await call(listSessionsCall, { signal })).sessions,
});

export const signOutDevice = write({
  send: (id: string) => call(endSessionCall, { params: { id } }),
  stale: devicesQuery.queryKey,
  success: () => "Device signed out",
  failure: serversWords("Failed to sign out the device"),
});

/** The server answers with a new session: the old ones, this one included, have ended. */
const aNewSession = {
  keep: (_cache: unknown, session: Session) => signIn(session),
  stale: devicesQuery.queryKey,
};

export const setPassword = write({
  ...aNewSession,
  send: async (form: FormData) => call(setPasswordCall, { body: readForm(SetPassword, form) }),
  success: () => "Password set successfully",
  failure: unlessAtField("Failed to set password"),
});

export const changePassword = (done: () => void) =>
  write({
    ...aNewSession,
    send: async (form: FormData) =>
      call(changePasswordCall, { body: readForm(ChangePassword, form) }),
    keep(cache, session) {
      aNewSession.keep(cache, session);
      void offerToCut(cache, session);
    },
    success: () => "Password changed successfully",
    done,
    failure: unlessAtField("Failed to change password"),
  });

/** Downloads an archive of all that is one's own, or of some videos; the browser itself streams it to the disk. */
export const downloadArchive = (ids?: readonly string[]) =>
  write({
    send: () => call(askForTakeoutCall),
    done: ({ path }) => downloadFrom(ids ? `${path}&ids=${ids.join(",")}` : path),
    failure: serversWords("Failed to prepare the download"),
  });

export const deleteMyAccount = write({
  send: (body: DeleteMyAccount) => call(deleteMyAccountCall, { body }),
  success: () => "Your account was deleted",
  done: () => signOut(),
  failure: unlessAtField("Failed to delete the account"),
});

/** An account without preferences has the defaults; any other failure must not be saved over the real ones. */
const readPreferences = (signal?: AbortSignal) =>
  call(getPreferencesCall, { signal }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return defaultPreferences;
    throw error;
  });

export const preferencesQuery = queryOptions({
  queryKey: ["preferences"],
  ...keptForOffline("preferences", getPreferencesCall.answer, readPreferences),
});

/** Preferences save at once, one change after the other: shown as chosen, and put back when the server refuses. */
export const changePreferences = write({
  // Another device may have changed the others meanwhile.
  send: async (change: Partial<Preferences>) =>
    call(savePreferencesCall, { body: { ...(await readPreferences()), ...change } }),
  stale: preferencesQuery.queryKey,
  show: (cache, change) =>
    cache.setQueryData(preferencesQuery.queryKey, (now) => now && { ...now, ...change }),
  keep: (cache, saved) => cache.setQueryData(preferencesQuery.queryKey, saved),
  failure: serversWords("Failed to save preferences"),
});
