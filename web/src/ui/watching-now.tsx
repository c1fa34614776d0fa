import { Eye } from "lucide-react";

/** Only worth saying when somebody is there. */
export function WatchingNow({ count, words }: { count: number; words: string }) {
  return (
    <span role="status" className="text-13 text-ink-2 tabular-nums">
      {count > 0 && (
        <span className="flex items-center gap-1.5">
          <Eye aria-hidden="true" className="size-4" />
          {count} <span className="max-sm:sr-only">{words}</span>
        </span>
      )}
    </span>
  );
}
