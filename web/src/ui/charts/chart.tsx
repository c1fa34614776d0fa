import { Table as TableIcon } from "lucide-react";
import { type PointerEvent, useId, useState } from "react";
import { Card } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import {
  areaPath,
  heightOf,
  indexAt,
  largestOf,
  linePath,
  placeOf,
  roundTop,
  stretches,
  type Values,
} from "./scale.ts";

interface Series {
  name: string;
  values: Values;
  /** The accent is for the one that matters. */
  tone?: "ink" | "accent" | "warn" | undefined;
}

interface ChartProps {
  title: string;
  help?: string | undefined;
  /** How a place along the axis is called: the first column of the table. */
  axis: string;
  places: readonly string[];
  series: readonly Series[];
  kind: "line" | "area" | "bars";
  format: (value: number) => string;
}

/** Figures over time as a picture to look at, to walk through by keyboard, or as the table behind it. */
export function Chart(props: ChartProps) {
  const { title, help, series, places } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const isEmpty =
    places.length === 0 || series.every(({ values }) => values.every((value) => value === null));
  const measured = places.flatMap((_, at) => (series.some(({ values }) => values[at]) ? at : []));
  const isDrawn = measured.length > 1;
  return (
    <Card aria-labelledby={id} className="flex flex-col">
      <header className="flex items-start justify-between gap-3 px-5 pt-5">
        <div className="grid min-w-0 gap-1">
          <h3 id={id} className="font-semibold text-16">
            {title}
          </h3>
          {help && <p className="max-w-[60ch] text-13 text-ink-2">{help}</p>}
        </div>
        {isDrawn && (
          <Button
            size="sm"
            tone="quiet"
            icon={<TableIcon />}
            aria-pressed={asTable}
            aria-label={`${title} as a table`}
            onClick={() => setAsTable(!asTable)}
            className="-my-1 -mr-2 aria-pressed:bg-wash aria-pressed:text-ink"
          >
            Table
          </Button>
        )}
      </header>
      <div className="flex-1 p-5">
        {!isDrawn ? (
          <p className="text-14 text-ink-2">
            {isEmpty ? "Nothing was measured yet" : inWords(props, measured[0])}
          </p>
        ) : asTable ? (
          <ChartTable {...props} />
        ) : (
          <Plot {...props} />
        )}
      </div>
    </Card>
  );
}

/** One day is no line and no row of bars: it is a sentence. */
function inWords({ places, series, format }: ChartProps, at: number | undefined) {
  if (at === undefined) return "None in this period";
  const facts = series.map(({ name, values }) => `${name} ${told(values[at], format)}`);
  return `Only on ${places[at]} so far: ${facts.join(", ")}`;
}

/** Lines, areas or bars on one axis. The values at the one place that is looked at are told above it. */
function Plot({ title, places, series, kind, format }: ChartProps) {
  const last = places.length - 1;
  const [chosen, choose] = useState<number>();
  const at = Math.min(chosen ?? last, last);
  const top = roundTop(largestOf(series.map(({ values }) => values)));
  const words = series.map(({ name, values }) => `${name} ${told(values[at], format)}`).join(", ");
  const point = (event: PointerEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    choose(indexAt((event.clientX - left) / width, places.length));
  };
  return (
    <figure className="grid gap-3">
      <figcaption className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-13 tabular-nums">
        {series.map(({ name, values, tone = "ink" }) => (
          <span key={name} className="inline-flex items-center gap-2">
            <span aria-hidden="true" className={cx("h-2 w-3 rounded-[2px]", swatches[tone])} />
            <span className="text-ink-2">{name}</span>
            <span className="font-medium">{told(values[at], format)}</span>
          </span>
        ))}
        <span className="ml-auto text-12 text-ink-3">{places[at]}</span>
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div
          aria-hidden="true"
          className="-my-2.5 flex flex-col justify-between text-right text-12 text-ink-3 tabular-nums"
        >
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
        <div className="relative h-44 rounded-[4px] has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2">
          <Drawing {...{ series, kind, top }} at={chosen === undefined ? undefined : at} />
          <input
            type="range"
            min={0}
            max={last}
            value={at}
            aria-label={title}
            aria-valuetext={`${places[at]}: ${words}`}
            onChange={(event) => choose(Number(event.target.value))}
            onPointerMove={point}
            onPointerDown={point}
            // A finger leaves whenever it is lifted.
            onPointerLeave={({ pointerType }) => pointerType === "mouse" && choose(undefined)}
            onBlur={() => choose(undefined)}
            className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
          />
        </div>
        <div className="col-start-2 flex justify-between gap-2 pt-2 text-12 text-ink-3 tabular-nums">
          <span>{places[0]}</span>
          {last > 0 && <span>{places[last]}</span>}
        </div>
      </div>
    </figure>
  );
}

interface DrawingProps extends Pick<ChartProps, "series" | "kind"> {
  top: number;
  /** The place that is looked at, while somebody does. */
  at: number | undefined;
}

function Drawing({ series, kind, top, at }: DrawingProps) {
  const x = at === undefined ? 0 : placeOf(at, series[0]?.values.length ?? 1);
  const Layer = kind === "bars" ? Bars : Lines;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {[0, 50, 100].map((y) => (
        <line key={y} x1="0" x2="100" y1={y} y2={y} className="stroke-line" {...hairline} />
      ))}
      {at !== undefined && kind !== "bars" && (
        <line x1={x} x2={x} y1="0" y2="100" className="stroke-line-2" {...hairline} />
      )}
      {series.map((one) => (
        <Layer key={one.name} {...one} {...{ top, at }} filled={kind === "area"} />
      ))}
    </svg>
  );
}

const hairline = { strokeWidth: 1, vectorEffect: "non-scaling-stroke" } as const;

const swatches = { ink: "bg-ink", accent: "bg-info", warn: "bg-warn" };
const strokes = { ink: "stroke-ink", accent: "stroke-info", warn: "stroke-warn" };
const fills = { ink: "fill-ink", accent: "fill-info", warn: "fill-warn" };

interface LayerProps extends Series, Pick<DrawingProps, "top" | "at"> {
  filled: boolean;
}

function Lines({ values, tone = "ink", top, filled }: LayerProps) {
  return stretches(values, top).map((points) => {
    const [first] = points;
    return (
      <g key={first?.x}>
        {filled && <path d={areaPath(points)} className={cx("opacity-10", fills[tone])} />}
        <path
          // A single day between two gaps is a dot.
          d={points.length === 1 ? `${linePath(points)}h0.01` : linePath(points)}
          fill="none"
          strokeWidth={points.length === 1 ? 4 : 1.75}
          strokeLinecap="round"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className={strokes[tone]}
        />
      </g>
    );
  });
}

function Bars({ values, tone = "ink", top, at }: LayerProps) {
  const share = 100 / values.length;
  const gap = values.length > 120 ? 0 : share * 0.15;
  return values.map((value, i) => {
    if (!value) return null;
    const y = heightOf(value, top);
    return (
      <rect
        key={placeOf(i, values.length)}
        x={i * share + gap}
        width={share - 2 * gap}
        y={y}
        height={100 - y}
        className={cx(fills[tone], at !== undefined && at !== i && "opacity-40")}
      />
    );
  });
}

function ChartTable({ title, axis, places, series, format }: ChartProps) {
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
const told = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? "–" : format(value);
