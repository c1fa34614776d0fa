import { Tooltip } from "@base-ui/react/tooltip";
import { type ComponentProps, createContext, type RefObject, useContext } from "react";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";

/** Where menus and tooltips open: in full screen nothing outside of the player can be seen. */
export const Frame = createContext<RefObject<HTMLElement | null>>({ current: null });

interface Props extends ComponentProps<typeof IconButton> {
  shortcut?: string | undefined;
}

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

/** The range input does the work and is heard; what is seen is drawn beneath it. A thumb without width puts every value under the pointer. */
const unseen = cx(
  "absolute inset-0 m-0 size-full cursor-pointer touch-none appearance-none opacity-0",
  "[&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none",
  "[&::-moz-range-thumb]:w-px [&::-moz-range-thumb]:border-0",
);

type SliderProps = ComponentProps<"input"> & { label: string };

export function BarSlider({ label, className, children, ...input }: SliderProps) {
  return (
    <span
      className={cx(
        "relative flex items-center rounded-8 has-focus-visible:outline-2 has-focus-visible:outline-on-stage has-focus-visible:outline-offset-2",
        className,
      )}
    >
      {children}
      <input type="range" aria-label={label} step="any" className={unseen} {...input} />
    </span>
  );
}
