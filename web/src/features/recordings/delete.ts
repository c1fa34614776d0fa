import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Done } from "#contract/common.ts";
import type { Recording } from "#contract/recordings.ts";
import { errorText } from "#web/lib/api-error.ts";
import { request } from "#web/lib/request.ts";
import { confirm } from "#web/ui/confirm.tsx";
import { toast } from "#web/ui/toast.ts";
import { recordingsKey } from "./queries.ts";

type Named = Pick<Recording, "id" | "filename">;

/** Asks once, then deletes what it was given. */
export function useDelete() {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation({ mutationFn: deleteAll });
  /** `onDeleted` comes before anything is read anew: a page can leave what it shows. */
  const remove = async (recordings: readonly Named[], onDeleted?: () => Promise<void>) => {
    const isSure = await confirm({
      title: question(recordings),
      description:
        recordings.length === 1
          ? "Its links stop working, and it cannot be brought back."
          : "Their links stop working, and they cannot be brought back.",
      confirmLabel: "Delete",
      danger: true,
    });
    if (!isSure) return;
    const failures = await mutateAsync(recordings);
    report(recordings.length, failures);
    if (failures.length === 0) await onDeleted?.();
    void queryClient.invalidateQueries({ queryKey: recordingsKey });
  };
  return { remove, isDeleting: isPending };
}

/** One after the other, and one that fails does not keep the rest. */
async function deleteAll(recordings: readonly Named[]) {
  const failures: unknown[] = [];
  for (const { id } of recordings) {
    await request("DELETE", `/recordings/${id}`, Done).catch((error) => failures.push(error));
  }
  return failures;
}

function question(recordings: readonly Named[]) {
  const [first] = recordings;
  return recordings.length === 1 && first
    ? `Delete “${first.filename}”?`
    : `Delete ${recordings.length} recordings?`;
}

function report(count: number, failures: readonly unknown[]) {
  const deleted = count - failures.length;
  if (deleted > 0)
    toast.success(deleted === 1 ? "Recording deleted" : `${deleted} recordings deleted`);
  if (failures.length > 0) toast.error(errorText(failures[0], "Failed to delete recording"));
}
