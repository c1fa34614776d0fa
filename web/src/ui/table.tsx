import { ArrowDown, ArrowUp } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

/**
 * Where the screen is narrow, rows are cards whose cells say their `label`; roles keep them a table for screen
 * readers.
 */
export function Table({ className, children, ...rest }: ComponentProps<"table">) {
  return (
    // `relative`, or what stands absolutely in its cells, such as hidden inputs, would widen the page.
    <div className="@container relative">
      <div className="rounded-12 border-line @4xl:overflow-x-auto @4xl:border @4xl:bg-raised">
        <table
          // biome-ignore lint/a11y/noRedundantRoles: as a block it would be none
          role="table"
          className={cx(
            "w-full border-collapse text-left text-14 @max-4xl:block @max-4xl:[&>tbody]:grid @max-4xl:[&>tbody]:grid-cols-[minmax(0,1fr)] @max-4xl:[&>tbody]:gap-3 @2xl:@max-4xl:[&>tbody]:grid-cols-2 @max-4xl:[&>thead]:hidden",
            className,
          )}
          {...rest}
        >
          {children}
        </table>
      </div>
    </div>
  );
}

export function Th({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      // biome-ignore lint/a11y/noRedundantRoles: as a part of a grid it would be none
      role="columnheader"
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
        "border-line @4xl:border-b @4xl:last:border-0 @4xl:hover:bg-wash",
        "@max-4xl:grid @max-4xl:grid-cols-[minmax(0,1fr)] @max-4xl:content-start @max-4xl:gap-2 @max-4xl:rounded-12 @max-4xl:border @max-4xl:bg-raised @max-4xl:p-4",
        className,
      )}
      {...rest}
    />
  );
}

interface CellProps extends ComponentProps<"td"> {
  /** The name of the cell, where no head of a column says it; a cell without a label stands for itself. */
  label?: string | undefined;
}

export function Td({ label, className, children, ...rest }: CellProps) {
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: as a flexible box it would be none
      role="cell"
      className={cx(
        "tabular-nums @max-4xl:empty:hidden @4xl:h-11 @4xl:px-4",
        label &&
          "@max-4xl:flex @max-4xl:min-w-0 @max-4xl:items-center @max-4xl:justify-between @max-4xl:gap-4",
        className,
      )}
      {...rest}
    >
      {label && <span className="shrink-0 text-13 text-ink-3 @4xl:hidden">{label}</span>}
      {children}
    </td>
  );
}

interface Sorting<Column extends string> {
  sort: Column;
  order: "asc" | "desc";
}

interface Props<Column extends string> {
  column: Column;
  children: string;
  className?: string;
  shown: Sorting<Column>;
  onSort: (next: Sorting<Column>) => void;
}

/** The head of a column that sorts by it, the other way round when it does already. */
export function SortHead<Column extends string>(props: Props<Column>) {
  const { column, children, className, shown, onSort } = props;
  const isShown = shown.sort === column;
  const Arrow = shown.order === "asc" ? ArrowUp : ArrowDown;
  const next = isShown && shown.order === "asc" ? "desc" : "asc";
  return (
    <Th
      className={className}
      aria-sort={isShown ? (shown.order === "asc" ? "ascending" : "descending") : "none"}
    >
      <button
        type="button"
        className="-mx-1 inline-flex h-8 items-center gap-1 rounded-8 px-1 hover:text-ink"
        onClick={() => onSort({ sort: column, order: next })}
      >
        {children}
        <Arrow className={isShown ? "size-3.5" : "size-3.5 opacity-0"} />
      </button>
    </Th>
  );
}
