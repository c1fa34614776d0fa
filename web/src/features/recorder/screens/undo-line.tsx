import { useState } from "react";
import { bringBack } from "#web/features/recorder/send/aside.ts";
import { useAside } from "#web/features/recorder/send/aside-takes.ts";
import { errorText } from "#web/lib/api-error.ts";
import { formatDuration } from "#web/lib/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { toast } from "#web/ui/layers/toast.ts";

/** The last take that was thrown away, for as long as it can be brought back. */
export function UndoLine({ className }: { className?: string }) {
  const last = useAside().at(-1);
  const [isBusy, setBusy] = useState(false);
  if (!last) return null;
  const undo = async () => {
    setBusy(true);
    await bringBack(last).catch((error) =>
      toast.error(errorText(error, "The server cannot be reached. Try again.")),
    );
    setBusy(false);
  };
  const length = formatDuration(last.take.manifest.elapsed / 1000);
  return (
    <div className={cx("flex min-w-0 items-center gap-2 text-13 text-ink-2", className)}>
      <span role="status" className="min-w-0 truncate tabular-nums">
        {length} thrown away
      </span>
      <Button size="sm" busy={isBusy} onClick={undo}>
        Undo
      </Button>
    </div>
  );
}
