import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ComponentProps, ReactElement } from "react";
import { IconButton } from "#web/ui/controls/icon-button.tsx";

interface Props {
  text: string;
  side?: "top" | "right" | "bottom" | "left" | undefined;
  /** Shows nothing, e.g. where the text already stands beside the icon. */
  off?: boolean | undefined;
  /** The control it explains; it keeps its own accessible name. */
  children: ReactElement<Record<string, unknown>>;
}

export function Tooltip({ text, side = "top", off, children }: Props) {
  return (
    <Base.Root disabled={off ?? false}>
      <Base.Trigger delay={350} render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={8} className="z-50">
          <Base.Popup className="pop rounded-8 bg-ink px-2.5 py-1 font-medium text-12 text-paper">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface TipButtonProps extends ComponentProps<typeof IconButton> {
  /** Its label, where it has no other words. */
  tip?: string;
  side?: Props["side"];
}

/** An icon to press, which tells its effect to a pointer that rests on it, too. */
export const TipButton = ({ tip, side, ...button }: TipButtonProps) => (
  <Tooltip text={tip ?? button.label} side={side}>
    <IconButton {...button} />
  </Tooltip>
);

/** Once one tooltip has shown, its neighbours follow without delay. */
export const TooltipGroup = Base.Provider;
