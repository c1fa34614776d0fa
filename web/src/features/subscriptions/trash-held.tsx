import { useMutation } from "@tanstack/react-query";
import { emptyTrash } from "#web/data/trash.ts";
import { formatSize } from "#web/lib/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { askBefore } from "#web/ui/layers/confirm.tsx";

/** Room that is one press away, where there is too little. */
export function TrashHeld({ bytes, onFreed }: { bytes: number; onFreed?: () => void }) {
  const { mutate, isPending } = useMutation(emptyTrash);
  const ask = askBefore(() => mutate(undefined, { onSuccess: onFreed }), {
    title: "Empty the trash?",
    description: "What lies there cannot be brought back after that.",
    danger: true,
  });
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-13 text-ink-2">
      {formatSize(bytes)} of it lies in the trash.
      <Button size="sm" busy={isPending} onClick={ask}>
        Empty trash
      </Button>
    </p>
  );
}
