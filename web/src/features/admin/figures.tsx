/** `value` is null where nothing was measured yet. */
export type Figure = [name: string, value: string | null, help?: string];

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-12 border border-line bg-line lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      {figures.map(([name, value, help]) => (
        <div
          key={name}
          className="row-span-2 grid grid-rows-subgrid gap-3 bg-raised p-5 odd:last:max-lg:col-span-2"
        >
          <dt className="text-13 text-ink-2">{name}</dt>
          <dd className="grid gap-0.5">
            {value === null ? (
              <span className="text-14 text-ink-2">Not measured yet</span>
            ) : (
              <span className="font-semibold text-20 tabular-nums">{value}</span>
            )}
            {help && <span className="text-12 text-ink-3">{help}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
