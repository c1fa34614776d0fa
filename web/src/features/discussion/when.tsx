import { formatAgo, formatDateTime } from "#web/lib/format.ts";

/** '5 minutes ago', with the exact time for a reader who rests the pointer on it. */
export function When({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatAgo(iso, Date.now())}
    </time>
  );
}
