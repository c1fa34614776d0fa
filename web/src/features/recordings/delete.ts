import { useMutation } from "@tanstack/react-query";
import type { Recording } from "#contract/recordings.ts";
import { isArriving } from "#web/data/recordings.ts";
import { deleteRecordings } from "#web/data/trash.ts";
import { confirm } from "#web/ui/layers/confirm.tsx";

type Named = Pick<Recording, "id" | "filename" | "status">;

/** Moves what it was given to the trash. A recording that has not arrived whole is not kept there, or not for long: this is asked first. */
export function useDelete() {
  const { mutate, isPending } = useMutation(deleteRecordings);
  const remove = async (recordings: readonly Named[], onDeleted?: () => Promise<void>) => {
    const arriving = recordings.filter(isArriving);
    const isSure =
      arriving.length === 0 ||
      (await confirm({
        title: question(arriving),
        description: `It has not arrived whole. Its links stop working, and it ${
          arriving.some(isImported)
            ? "cannot be brought back"
            : "can be brought back for ten minutes"
        }.`,
        danger: true,
      }));
    if (!isSure) return;
    const isFinal = recordings.every(isImported);
    mutate({ ids: recordings.map(({ id }) => id), isFinal, onDeleted });
  };
  return { remove, isDeleting: isPending };
}

const isImported = ({ status }: Named) => status === "uploading";

function question(recordings: readonly Named[]) {
  const [first] = recordings;
  return recordings.length === 1 && first
    ? `Delete “${first.filename}”?`
    : `Delete ${recordings.length} recordings?`;
}
