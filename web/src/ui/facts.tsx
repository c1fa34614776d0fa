import { cx } from "./cx.ts";

interface Props {
  facts: readonly string[];
  className?: string | undefined;
}

/** A line of short facts with dots between them; a dot never begins a line. */
export function Facts({ facts, className }: Props) {
  return (
    <span className={cx("flex flex-wrap gap-x-1 tabular-nums", className)}>
      {facts.map((fact, index) => (
        <span key={fact} className="[overflow-wrap:anywhere]">
          {fact}
          {index < facts.length - 1 && <span aria-hidden="true"> ·</span>}
        </span>
      ))}
    </span>
  );
}
