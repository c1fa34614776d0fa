import { Popover } from "@base-ui/react/popover";
import { SmilePlus } from "lucide-react";
import { useState } from "react";
import { EMOJI, type Emoji, type ReactionCount } from "#contract/discussion.ts";
import { hasReacted } from "#web/data/discussion.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { popupLook } from "#web/ui/layers/menu.tsx";
import { emojiNames } from "./reaction-pill.tsx";

interface Props {
  label: string;
  counts: readonly ReactionCount[];
  onToggle: (emoji: Emoji) => void;
}

export function ReactionPicker({ label, counts, onToggle }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <IconButton label={label} size="sm" tone="outline" className="!rounded-full">
            <SmilePlus />
          </IconButton>
        }
      />
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={6} className="z-50">
          <Popover.Popup className={cx(popupLook, "grid grid-cols-4 gap-0.5 sm:grid-cols-8")}>
            <Popover.Title className="sr-only">{label}</Popover.Title>
            {EMOJI.map((emoji) => (
              <button
                key={emoji}
                type="button"
                aria-label={emojiNames[emoji]}
                aria-pressed={hasReacted(counts, emoji)}
                className="grid size-9 place-items-center rounded-8 font-emoji text-20 transition hover:bg-wash aria-pressed:bg-wash-2"
                onClick={() => {
                  setOpen(false);
                  onToggle(emoji);
                }}
              >
                {emoji}
              </button>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
