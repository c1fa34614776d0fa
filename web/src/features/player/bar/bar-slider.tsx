import type { ComponentProps, ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";

/** The range input does the work and is heard; what is seen is drawn beneath it. A thumb without width puts every value under the pointer. */
const unseen = cx(
  "absolute inset-0 m-0 size-full cursor-pointer touch-none appearance-none opacity-0",
  "[&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none",
  "[&::-moz-range-thumb]:w-px [&::-moz-range-thumb]:border-0",
);

interface Props extends Omit<ComponentProps<"input">, "children"> {
  label: string;
  /** The drawing beneath the range input. */
  children: ReactNode;
}

export function BarSlider({ label, className, children, ...input }: Props) {
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
