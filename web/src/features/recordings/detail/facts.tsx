import { useQuery } from "@tanstack/react-query";
import type { Recording } from "#contract/recordings.ts";
import { configQuery } from "#web/data/config.ts";
import { storagePlace } from "#web/features/recordings/storage-label.ts";
import { formatDate, formatDuration, formatSize } from "#web/lib/format.ts";

/** The metadata in one row; in two where the window is narrow. */
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
    <dl className="grid grid-cols-[auto_auto] gap-x-5 gap-y-2 tabular-nums sm:flex sm:flex-wrap">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-12 text-ink-3">{name}</dt>
          <dd className="text-13 text-ink-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
