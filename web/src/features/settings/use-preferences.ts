import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Preferences } from "#contract/account.ts";
import { errorText } from "#web/lib/api-error.ts";
import { toast } from "#web/ui/toast.ts";
import { preferencesQuery, savePreferences } from "./preferences.ts";

/** Preferences that save at once: shown as chosen, and put back when the server refuses. */
export function usePreferences() {
  const queryClient = useQueryClient();
  const { queryKey } = preferencesQuery;
  const { data: preferences } = useSuspenseQuery(preferencesQuery);
  const saving = useMutation({
    scope: { id: "preferences" },
    mutationFn: (change: Partial<Preferences>) => savePreferences({ ...preferences, ...change }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (now) => now && { ...now, ...change });
    },
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
    onError: (error) => {
      toast.error(errorText(error, "Failed to save preferences"));
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  return { preferences, change: saving.mutate, isSaved: saving.isSuccess };
}
