interface Props {
  /** A value is undefined until it is known. */
  stats: { name: string; value: string | undefined }[];
}

export function Stats({ stats }: Props) {
  return (
    <dl className="grid divide-y divide-line rounded-12 border border-line sm:grid-cols-3 sm:divide-x sm:divide-y-0">
      {stats.map(({ name, value }) => (
        <div
          key={name}
          className="flex items-center justify-between gap-4 p-5 sm:grid sm:content-between"
        >
          <dt className="text-13 text-ink-2">{name}</dt>
          <dd className="font-semibold text-16 tabular-nums sm:text-20">{value ?? "\u00a0"}</dd>
        </div>
      ))}
    </dl>
  );
}
