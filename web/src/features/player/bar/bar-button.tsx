import { Tooltip } from "@base-ui/react/tooltip";
import { type ComponentProps, useContext } from "react";
import { Frame } from "#web/features/player/frame.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";

interface Props extends ComponentProps<"button"> {
  label: string;
  /** The key that does the same. */
  shortcut?: string | undefined;
}

/** A control of the bar: its name and key appear above it. */
export function BarButton({ label, shortcut, className, ...rest }: Props) {
  const frame = useContext(Frame);
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        delay={350}
        render={
          <IconButton
            label={label}
            tone="stage"
            aria-keyshortcuts={shortcut}
            className={cx("!size-9 data-popup-open:bg-on-stage/15", className)}
            {...rest}
          />
        }
      />
      <Tooltip.Portal container={frame}>
        <Tooltip.Positioner side="top" sideOffset={6} className="z-10">
          <Tooltip.Popup className="pop flex items-center gap-2 rounded-8 bg-on-stage px-2.5 py-1 font-medium text-12 text-stage">
            {label}
            {shortcut && <span className="opacity-60">{shortcut}</span>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
