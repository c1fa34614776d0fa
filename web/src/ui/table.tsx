import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

/**
 * A table in a hairline box; where the screen is narrow, each row is a card, whose cells say what they are by the
 * `label` they were given. Rows and cells then are what they were for screen readers because their roles say so.
 */
export function Table({ className, children, ...rest }: ComponentProps<"table">) {
  return (
    // `relative`, or what stands absolutely in its cells, such as hidden inputs, would widen the page.
    <div className="relative rounded-12 border-line bg-raised md:overflow-x-auto md:border max-md:bg-transparent">
      <table
        // biome-ignore lint/a11y/noRedundantRoles: as a block it would be none
        role="table"
        className={cx(
          "w-full border-collapse text-left text-14 max-md:block max-md:[&>tbody]:grid max-md:[&>tbody]:grid-cols-[minmax(0,1fr)] max-md:[&>tbody]:gap-3 max-md:[&>thead]:sr-only",
          className,
        )}
        {...rest}
      >
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
    <tr
      // biome-ignore lint/a11y/noRedundantRoles: as a grid it would be none
      role="row"
      className={cx(
        "border-line md:border-b md:last:border-0 md:hover:bg-wash",
        "max-md:grid max-md:grid-cols-[minmax(0,1fr)] max-md:gap-2 max-md:rounded-12 max-md:border max-md:bg-raised max-md:p-4",
        className,
      )}
      {...rest}
    />
  );
}

interface CellProps extends ComponentProps<"td"> {
  /** What it is, where no head of a column says so; without one it stands for itself. */
  label?: string | undefined;
}

export function Td({ label, className, children, ...rest }: CellProps) {
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: as a flexible box it would be none
      role="cell"
      className={cx(
        "tabular-nums max-md:empty:hidden md:h-11 md:px-4",
        label &&
          "max-md:flex max-md:min-w-0 max-md:items-center max-md:justify-between max-md:gap-4",
        className,
      )}
      {...rest}
    >
      {label && (
        <span aria-hidden="true" className="shrink-0 text-13 text-ink-3 md:hidden">
          {label}
        </span>
      )}
      {children}
    </td>
  );
}
