import { ArrowDown, ArrowUp } from "lucide-react";
import { Th } from "./table.tsx";

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
        <Arrow aria-hidden="true" className={isShown ? "size-3.5" : "size-3.5 opacity-0"} />
      </button>
    </Th>
  );
}
