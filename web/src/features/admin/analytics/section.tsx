import { type ReactNode, useId } from "react";

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

/** Cards side by side where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">{children}</div>;
}

interface Figure {
  name: string;
  /** Null: nothing was measured yet. */
  value: string | null;
  help: string;
}

/** A row of figures that lead. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-12 border border-line bg-line lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      {figures.map(({ name, value, help }) => (
        <div key={name} className="grid content-between gap-3 bg-raised p-5 only:max-lg:col-span-2">
          <dt className="text-13 text-ink-2">{name}</dt>
          <dd className="grid gap-0.5">
            {value === null ? (
              <span className="text-14 text-ink-2">Not measured yet</span>
            ) : (
              <span className="font-semibold text-20 tabular-nums">{value}</span>
            )}
            <span className="text-12 text-ink-3">{help}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** In words, or null where it was not measured. */
export const worded = (value: number | null, words: (value: number) => string) =>
  value === null ? null : words(value);
