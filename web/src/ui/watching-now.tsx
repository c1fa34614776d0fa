import { Eye } from "lucide-react";

interface Props {
  count: number;
  words: string;
  /** The names of the viewers, for readers who may know them. */
  who?: string | undefined;
}

export function WatchingNow({ count, words, who }: Props) {
  return (
    <span role="status" className="min-w-0 text-13 text-ink-2 tabular-nums">
      {count > 0 && (
        <span className="flex items-start gap-1.5">
          <Eye className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {count}{" "}
            <span className="max-sm:sr-only">
              {words}
              {who && ": "}
            </span>
            {who}
          </span>
        </span>
      )}
    </span>
  );
}
