import { keptOf } from "#web/features/recorder/flow.ts";
import { useRecorder } from "#web/features/recorder/view.ts";
import { formatDuration } from "#web/lib/format.ts";
import { cx } from "#web/ui/cx.ts";

interface Props {
  className?: string | undefined;
  /** The same time stands elsewhere on the page, where it can be heard. */
  isEcho?: boolean;
}

/** Minutes and seconds of what is kept. */
export function Timer({ className, isEcho }: Props) {
  const { flow } = useRecorder();
  return (
    <span
      {...(isEcho ? { "aria-hidden": true } : { role: "timer" })}
      className={cx("tabular-nums", className)}
    >
      {formatDuration(keptOf(flow) / 1000)}
    </span>
  );
}
