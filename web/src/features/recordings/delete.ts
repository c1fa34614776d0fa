import { useMutation } from "@tanstack/react-query";
import type { Recording } from "#contract/recordings.ts";
import { deleteRecordings } from "#web/data/recordings.ts";
import { confirm } from "#web/ui/layers/confirm.tsx";

type Named = Pick<Recording, "id" | "filename">;

/** Asks once, then deletes what it was given. */
export function useDelete() {
  const { mutate, isPending } = useMutation(deleteRecordings);
  const remove = async (recordings: readonly Named[], onDeleted?: () => Promise<void>) => {
    const isSure = await confirm({
      title: question(recordings),
      description:
        recordings.length === 1
          ? "Its links stop working, and it cannot be brought back."
          : "Their links stop working, and they cannot be brought back.",
      danger: true,
    });
    if (isSure) mutate({ ids: recordings.map(({ id }) => id), onDeleted });
  };
  return { remove, isDeleting: isPending };
}

function question(recordings: readonly Named[]) {
  const [first] = recordings;
  return recordings.length === 1 && first
    ? `Delete “${first.filename}”?`
    : `Delete ${recordings.length} recordings?`;
}
