import { Popover } from "@base-ui/react/popover";
import { useMutation, useQuery } from "@tanstack/react-query";
import { SmilePlus } from "lucide-react";
import { EMOJI, type Emoji, type ReactionCount } from "#contract/discussion.ts";
import { hasReacted, momentOf, reactionsQuery, reactionToggle } from "#web/data/discussion.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { popupLook } from "#web/ui/layers/menu.tsx";

interface Props {
  /** The name of the button that shows what one can react with. */
  label: string;
  reactions: readonly ReactionCount[];
  /** Undefined for those who may look and not take part. */
  onToggle: ((emoji: Emoji) => void) | undefined;
}

/** The reactions that were given, and others to give. */
export function Reactions({ label, reactions, onToggle }: Props) {
  return (
    <>
      {reactions.map((reaction) => (
        <ReactionPill key={reaction.emoji} {...reaction} onToggle={onToggle} />
      ))}
      {onToggle && <ReactionPicker {...{ label, reactions, onToggle }} />}
    </>
  );
}

function ReactionPicker({ label, reactions, onToggle }: Props) {
  return (
    <Popover.Root>
      <Popover.Trigger
        render={
          <IconButton
            label={label}
            icon={<SmilePlus />}
            size="sm"
            tone="outline"
            className="!rounded-full"
          />
        }
      />
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={6} className="z-50">
          <Popover.Popup className={cx(popupLook, "grid grid-cols-4 gap-0.5 sm:grid-cols-8")}>
            <Popover.Title className="sr-only">{label}</Popover.Title>
            {EMOJI.map((emoji) => (
              <Popover.Close
                key={emoji}
                aria-label={emojiNames[emoji]}
                aria-pressed={hasReacted(reactions, emoji)}
                className="grid size-9 place-items-center rounded-8 font-emoji text-20 transition hover:bg-wash aria-pressed:bg-wash-2"
                onClick={() => onToggle?.(emoji)}
              >
                {emoji}
              </Popover.Close>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function ReactionPill(reaction: ReactionCount & Pick<Props, "onToggle">) {
  const { emoji, count, user_reacted, onToggle } = reaction;
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
      onClick={() => onToggle(emoji)}
    >
      {shown}
    </button>
  );
}

/** A picture alone has no name. */
const emojiNames: Record<Emoji, string> = {
  "👍": "Thumbs up",
  "❤️": "Heart",
  "😂": "Laughing",
  "😮": "Surprised",
  "😢": "Crying",
  "🔥": "Fire",
  "👏": "Clapping",
  "🎉": "Party",
};

interface RecordingReactionsProps {
  scope: Scope;
  canReact: boolean;
  /** The second at which the video stands: a reaction is to what is seen. */
  moment: () => number;
}

export function RecordingReactions({ scope, canReact, moment }: RecordingReactionsProps) {
  const { data: summary } = useQuery(reactionsQuery(scope));
  const { mutate } = useMutation(reactionToggle(scope));
  const reactions = summary?.reactions ?? [];
  const toggle = (emoji: Emoji) =>
    mutate({ emoji, had: hasReacted(reactions, emoji), at: momentOf(moment()) });
  if (!canReact && reactions.length === 0) return null;
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
      <legend className="sr-only">Reactions, {summary?.total_count ?? 0} in all</legend>
      <Reactions label="React" reactions={reactions} onToggle={canReact ? toggle : undefined} />
    </fieldset>
  );
}
