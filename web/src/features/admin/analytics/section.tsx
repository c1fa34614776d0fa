import { type ComponentProps, type ReactNode, useId } from "react";
import { formatDate } from "#web/lib/format.ts";
import { Chart } from "#web/ui/charts/chart.tsx";

/** A part of the page under a name of its own. */
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

/** Cards side by side where there is room; one alone has it all. */
export function Pair({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden lg:grid-cols-2 lg:*:only:col-span-2">
      {children}
    </div>
  );
}

/** In words, or null where it was not measured. */
export const worded = (value: number | null, words: (value: number) => string) =>
  value === null ? null : words(value);

interface DayChartProps extends Omit<ComponentProps<typeof Chart>, "axis" | "places"> {
  days: readonly { date: string }[];
}

export const DayChart = ({ days, ...chart }: DayChartProps) => (
  <Chart {...chart} axis="Day" places={days.map(({ date }) => formatDate(date))} />
);
