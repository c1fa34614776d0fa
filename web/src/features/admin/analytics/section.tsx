import { type ComponentProps, type ReactNode, useId } from "react";
import { type Figure, Figures } from "#web/features/admin/figures.tsx";
import { formatDate } from "#web/lib/format.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { Chart } from "#web/ui/charts/chart.tsx";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={id} className="font-semibold text-20">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">{children}</div>;
}

/** A figure's name, the field that holds it, how it is written, and what it means. */
export type Measure<Field> = [string, Field, (value: number) => string, string];

interface MeasuredProps<Field extends string> {
  of: Record<Field, number | null> | undefined;
  measures: readonly Measure<Field>[];
}

/** Zero, as the specification wants it, where nothing could be read. */
export function Measured<Field extends string>({ of, measures }: MeasuredProps<Field>) {
  const figures = measures.map(([name, field, words, help]): Figure => {
    const value = of ? of[field] : 0;
    return [name, value === null ? null : words(value), help];
  });
  return <Figures figures={figures} />;
}

interface DayChartProps extends Omit<ComponentProps<typeof Chart>, "axis" | "places"> {
  days: readonly { date: string }[];
}

export const DayChart = ({ days, ...chart }: DayChartProps) => (
  <Chart {...chart} axis="Day" places={days.map(({ date }) => formatDate(date))} />
);

interface LevelCardProps {
  title: string;
  help: string;
  rows: readonly { name: string; count: number }[];
  /** The count of a full bar; what is more is full, too. */
  full: number;
}

export function LevelCard({ title, help, rows, full }: LevelCardProps) {
  return (
    <TitledCard title={title} help={help}>
      {rows.length === 0 ? (
        <p className="text-14 text-ink-2">Nothing was measured yet</p>
      ) : (
        <ul aria-label={title} className="grid gap-2.5">
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
      )}
    </TitledCard>
  );
}
