import { Clock } from "lucide-react";
import { formatDuration } from "#web/lib/format.ts";
import { cx } from "#web/ui/cx.ts";

interface Props {
  at: number;
  /** Whether the comment that is being written is about this moment; for a comment that is there, a press shows it. */
  isOn?: boolean;
  onPress: () => void;
}

export function MomentChip({ at, isOn, onPress }: Props) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={cx(
        "inline-flex h-7 w-fit items-center gap-1.5 rounded-full px-2.5 font-medium text-12 tabular-nums transition [&_svg]:size-3.5",
        isOn === undefined
          ? "bg-info-tint text-info hover:brightness-95"
          : "text-ink-2 inset-ring inset-ring-edge hover:bg-wash aria-pressed:bg-info-tint aria-pressed:text-info aria-pressed:inset-ring-transparent",
      )}
      onClick={onPress}
    >
      <Clock aria-hidden="true" />
      at {formatDuration(at)}
    </button>
  );
}
