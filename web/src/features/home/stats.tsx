interface Props {
  stats: { name: string; value: string }[];
}

export function Stats({ stats }: Props) {
  return (
    <dl className="grid divide-y divide-line rounded-12 border border-line bg-raised sm:grid-cols-3 sm:divide-x sm:divide-y-0">
      {stats.map(({ name, value }) => (
        <div
          key={name}
          className="flex items-center justify-between gap-4 p-5 sm:grid sm:content-between"
        >
          <dt className="text-13 text-ink-2">{name}</dt>
          <dd className="font-semibold text-16 tabular-nums sm:text-20">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
