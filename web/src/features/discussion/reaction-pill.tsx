import type { Emoji, ReactionCount } from "#contract/discussion.ts";
import { cx } from "#web/ui/cx.ts";

interface Props {
  reaction: ReactionCount;
  /** Undefined for those who may look and not take part. */
  onToggle: (() => void) | undefined;
}

/** An emoji with how many chose it; pressed when one did oneself. */
export function ReactionPill({ reaction, onToggle }: Props) {
  const { emoji, count, user_reacted } = reaction;
  const look =
    "inline-flex h-8 items-center justify-center gap-1.5 rounded-full px-2.5 text-13 tabular-nums inset-ring inset-ring-edge";
  const shown = (
    <>
      <span aria-hidden="true" className="font-emoji text-14">
        {emoji}
      </span>
      <span>{count}</span>
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

/** A picture alone has no name. */
export const emojiNames: Record<Emoji, string> = {
  "👍": "Thumbs up",
  "❤️": "Heart",
  "😂": "Laughing",
  "😮": "Surprised",
  "😢": "Crying",
  "🔥": "Fire",
  "👏": "Clapping",
  "🎉": "Party",
};
