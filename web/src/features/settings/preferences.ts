import { queryOptions } from "@tanstack/react-query";
import { defaultPreferences, Preferences } from "#contract/account.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { request } from "#web/lib/request.ts";

/** Nobody's preferences yet are the defaults; any other failure must not be saved over the real ones. */
export const preferencesQuery = queryOptions({
  queryKey: ["preferences"],
  queryFn: ({ signal }) =>
    request("GET", "/user/preferences", Preferences, { signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return defaultPreferences;
      throw error;
    }),
});

export const savePreferences = (preferences: Preferences) =>
  request("PUT", "/user/preferences", Preferences, { body: preferences });
