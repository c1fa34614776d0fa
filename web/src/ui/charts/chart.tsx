import { Table as TableIcon } from "lucide-react";
import { useId, useState } from "react";
import { Card, CardBody } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import type { ChartProps } from "./chart-props.ts";
import { ChartTable, told } from "./chart-table.tsx";
import { Plot } from "./plot.tsx";

/** Figures over time as a picture to look at, to walk through by keyboard, or as the table behind it. */
export function Chart(props: ChartProps) {
  const { title, help, series, places } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const isEmpty = places.length === 0 || series.every(({ values }) => values.every(isMissing));
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
            icon={<TableIcon aria-hidden="true" />}
            aria-pressed={asTable}
            aria-label={`${title} as a table`}
            onClick={() => setAsTable(!asTable)}
            className="-my-1 -mr-2 aria-pressed:bg-wash aria-pressed:text-ink"
          >
            Table
          </Button>
        )}
      </header>
      <CardBody className="flex-1">
        {!isDrawn ? (
          <p className="text-14 text-ink-2">
            {isEmpty ? "Nothing was measured yet" : inWords(props, measured[0])}
          </p>
        ) : asTable ? (
          <ChartTable {...props} />
        ) : (
          <Plot {...props} />
        )}
      </CardBody>
    </Card>
  );
}

/** One day is no line and no row of bars: it is a sentence. */
function inWords({ places, series, format }: ChartProps, at: number | undefined) {
  if (at === undefined) return "None in this period";
  const facts = series.map(({ name, values }) => `${name} ${told(values[at], format)}`);
  return `Only on ${places[at]} so far: ${facts.join(", ")}`;
}

const isMissing = (value: number | null) => value === null;
