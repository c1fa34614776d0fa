import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";

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

/** Once one tooltip has shown, its neighbours follow without delay. */
export const TooltipGroup = Base.Provider;
