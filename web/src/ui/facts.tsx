import { cx } from "./cx.ts";

interface Props {
  facts: readonly string[];
  className?: string | undefined;
}

/** Short facts with dots between them. A dot neither begins a line nor ends one: at its beginning it is cut off. */
export function Facts({ facts, className }: Props) {
  return (
    <span className={cx("block overflow-hidden tabular-nums", className)}>
      <span className="-ml-3 flex flex-wrap">
        {facts.map((fact) => (
          <span key={fact} className="relative pl-3 [overflow-wrap:anywhere]">
            <span aria-hidden="true" className="absolute left-1">
              ·
            </span>
            {fact}
          </span>
        ))}
      </span>
    </span>
  );
}
