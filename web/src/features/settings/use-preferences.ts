import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { changePreferences, preferencesQuery } from "#web/data/account.ts";

export function usePreferences() {
  const { data: preferences } = useSuspenseQuery(preferencesQuery);
  const saving = useMutation(changePreferences);
  return { preferences, change: saving.mutate, isSaved: saving.isSuccess };
}
