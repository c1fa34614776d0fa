import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Recording } from "#contract/recordings.ts";
import { recordingQuery, recordingsKey } from "#web/features/recordings/queries.ts";
import { errorText } from "#web/lib/api-error.ts";
import { request } from "#web/lib/request.ts";
import { toast } from "#web/ui/toast.ts";

/** The new title is shown at once and taken back when the server refuses it. */
export function useRename(id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = recordingQuery(id);
  const { mutate } = useMutation({
    mutationFn: (filename: string) =>
      request("PUT", `/recordings/${id}`, Recording, { body: { filename } }),
    onMutate: (filename) => {
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (shown) => shown && { ...shown, filename });
      return before;
    },
    onError: (error, _filename, before) => {
      queryClient.setQueryData(queryKey, before);
      toast.error(errorText(error, "Failed to update title"));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: recordingsKey }),
  });
  return mutate;
}
