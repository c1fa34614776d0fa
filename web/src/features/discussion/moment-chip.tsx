import { Clock } from "lucide-react";
import { formatDuration } from "#web/lib/format.ts";
import { cx } from "#web/ui/cx.ts";

const LOOK =
  "inline-flex h-7 items-center gap-1.5 rounded-full px-2.5 font-medium text-12 tabular-nums transition [&_svg]:size-3.5";

interface JumpProps {
  at: number;
  onJump: (seconds: number) => void;
}

/** The moment that a comment is about; a press shows it. */
export function MomentChip({ at, onJump }: JumpProps) {
  return (
    <button
      type="button"
      className={cx(LOOK, "w-fit bg-info-tint text-info hover:brightness-95")}
      onClick={() => onJump(at)}
    >
      <Clock aria-hidden="true" />
      at {formatDuration(at)}
    </button>
  );
}

interface ToggleProps {
  at: number;
  isOn: boolean;
  onToggle: () => void;
}

/** Whether the comment that is being written is about this moment. */
export function MomentToggle({ at, isOn, onToggle }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={cx(
        LOOK,
        "text-ink-2 inset-ring inset-ring-edge hover:bg-wash",
        "aria-pressed:bg-info-tint aria-pressed:text-info aria-pressed:inset-ring-transparent",
      )}
      onClick={onToggle}
    >
      <Clock aria-hidden="true" />
      at {formatDuration(at)}
    </button>
  );
}
