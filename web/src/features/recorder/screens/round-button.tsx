import type { ReactNode } from "react";
import { type Shortcut, useShortcut } from "#web/lib/shortcuts.ts";
import { pressed } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Keys } from "#web/ui/keys.tsx";

interface Props {
  label: string;
  shortcut: Shortcut;
  onPress: () => void;
  disabled?: boolean | undefined;
  red?: boolean | undefined;
  children: ReactNode;
}

export function RoundButton({ label, shortcut, onPress, disabled, red, children }: Props) {
  useShortcut(shortcut, onPress, !disabled);
  return (
    <span className="grid min-w-24 justify-items-center gap-2">
      <button
        type="button"
        aria-label={label}
        aria-keyshortcuts={shortcut.keys}
        {...pressed({ onClick: onPress, disabled })}
        className={cx(
          "grid place-items-center rounded-full transition active:scale-95 aria-disabled:opacity-50",
          "[&_svg]:size-6",
          red
            ? "size-18 bg-red text-on-red hover:brightness-95"
            : "size-14 bg-raised text-ink inset-ring inset-ring-edge hover:bg-wash",
        )}
      >
        {children}
      </button>
      <span className="flex items-center gap-1.5 text-13 text-ink-2">
        {label}
        <Keys keys={shortcut.keys} className="pointer-coarse:hidden" />
      </span>
    </span>
  );
}
