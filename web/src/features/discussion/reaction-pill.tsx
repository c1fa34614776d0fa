import type { ReactionCount } from "#contract/discussion.ts";
import { cx } from "#web/ui/cx.ts";
import { emojiNames } from "./emoji-names.ts";

interface Props {
  reaction: ReactionCount;
  /** Undefined for those who may look and not take part. */
  onToggle: (() => void) | undefined;
  size?: "sm" | "md" | undefined;
}

/** An emoji with how many chose it; pressed when one did oneself. */
export function ReactionPill({ reaction, onToggle, size = "sm" }: Props) {
  const { emoji, count, user_reacted } = reaction;
  const look = cx(
    "inline-flex items-center justify-center gap-1.5 rounded-full tabular-nums inset-ring inset-ring-edge",
    size === "sm" ? "h-7 px-2 text-13" : "h-9 min-w-9 px-1 text-14 sm:h-10 sm:min-w-10 sm:px-2",
  );
  const shown = (
    <>
      <span aria-hidden="true" className={cx("font-emoji", size === "sm" ? "text-14" : "text-20")}>
        {emoji}
      </span>
      {count > 0 && <span>{count}</span>}
    </>
  );
  const name = `${emojiNames[emoji]}, ${count}`;
  if (!onToggle) {
    return (
      <span role="img" aria-label={name} className={look}>
        {shown}
      </span>
    );
  }
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={user_reacted}
      className={cx(
        look,
        "bg-raised transition hover:bg-wash active:scale-95",
        "aria-pressed:bg-wash-2 aria-pressed:font-medium aria-pressed:inset-ring-ink",
      )}
      onClick={onToggle}
    >
      {shown}
    </button>
  );
}
