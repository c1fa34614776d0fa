import type { ChartProps } from "./chart-props.ts";

/** The figures themselves, in the order in which they are drawn. */
export function ChartTable({ title, axis, places, series, format }: ChartProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="relative max-h-60 overflow-auto rounded-8 border border-line">
      <table aria-label={title} className="w-full border-collapse text-left text-13 tabular-nums">
        <thead>
          <tr>
            {[axis, ...series.map(({ name }) => name)].map((name) => (
              <th
                key={name}
                scope="col"
                className="sticky top-0 h-9 whitespace-nowrap border-line border-b bg-raised px-3 font-medium text-12 text-ink-3"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((place, i) => (
            <tr key={place} className="border-line border-b last:border-0">
              <th scope="row" className="h-9 whitespace-nowrap px-3 font-normal text-ink-2">
                {place}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="h-9 px-3">
                  {told(values[i], format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A figure in words; a dash where nothing was measured. */
export const told = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? "–" : format(value);
