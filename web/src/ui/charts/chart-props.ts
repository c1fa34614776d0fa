import type { Values } from "./scale.ts";

export interface Series {
  name: string;
  values: Values;
  /** The accent is for the one that matters. */
  tone?: "ink" | "accent" | "warn" | undefined;
}

export interface ChartProps {
  title: string;
  help?: string | undefined;
  /** How a place along the axis is called: the first column of the table. */
  axis: string;
  places: readonly string[];
  series: readonly Series[];
  kind: "line" | "area" | "bars";
  format: (value: number) => string;
}
