interface Props {
  label: string;
  rows: readonly { name: string; count: number }[];
  /** The count of a full bar; what is more is full, too. */
  full: number;
}

/** A row for each kind: its name, a bar against a fixed measure, and the figure that the bar means. */
export function LevelBars({ label, rows, full }: Props) {
  return (
    <ul aria-label={label} className="grid gap-2.5">
      {rows.map(({ name, count }) => (
        <li
          key={name}
          className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-3 text-13"
        >
          <span className="text-ink-2 tabular-nums">{name}</span>
          <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-wash">
            <span
              className="block h-full rounded-full bg-ink"
              style={{ width: `${Math.min(100, (count / full) * 100)}%` }}
            />
          </span>
          <span className="min-w-10 text-right font-medium tabular-nums">
            {count.toLocaleString("en")}
          </span>
        </li>
      ))}
    </ul>
  );
}
