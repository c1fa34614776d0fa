import { useQuery } from "@tanstack/react-query";
import type { Recording } from "#contract/recordings.ts";
import { configQuery } from "#web/data/config.ts";
import { storagePlace } from "#web/features/recordings/storage-label.ts";
import { formatDate, formatDuration, formatSize } from "#web/lib/format.ts";

/** The metadata in one quiet line. */
export function Facts({ recording }: { recording: Recording }) {
  const { created_at, duration, size, storage_type } = recording;
  const { data: config } = useQuery(configQuery);
  const facts = [
    ["Created", formatDate(created_at)],
    ["Duration", formatDuration(duration)],
    ["File Size", formatSize(size)],
    ["Storage", storagePlace(storage_type, config)],
  ];
  return (
    <dl className="flex flex-wrap gap-x-3 text-12 text-ink-2 tabular-nums">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-1">
          <dt className="text-ink-3">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
