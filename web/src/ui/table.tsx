import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

/**
 * A table in a hairline box that scrolls sideways by itself where the screen is narrow. `relative`, or what stands
 * absolutely in its cells (hidden inputs, words for screen readers) would widen the page instead.
 */
export function Table({ className, children, ...rest }: ComponentProps<"table">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className="relative overflow-x-auto rounded-12 border border-line bg-raised" tabIndex={0}>
      <table className={cx("w-full border-collapse text-left text-14", className)} {...rest}>
        {children}
      </table>
    </div>
  );
}

export function Th({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cx(
        "sticky top-0 h-10 whitespace-nowrap border-line border-b bg-raised px-4 font-medium text-12 text-ink-3",
        className,
      )}
      {...rest}
    />
  );
}

export function Tr({ className, ...rest }: ComponentProps<"tr">) {
  return (
    <tr className={cx("border-line border-b last:border-0 hover:bg-wash", className)} {...rest} />
  );
}

export function Td({ className, ...rest }: ComponentProps<"td">) {
  return <td className={cx("h-11 px-4 tabular-nums", className)} {...rest} />;
}
