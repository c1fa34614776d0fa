import { formatDuration } from "#web/lib/format.ts";
import { type Dot, percentOf } from "./timeline.ts";

interface Props {
  time: number;
  reach: number;
  /** The comments said here, if the pointer is on their dot. */
  dot: Dot | undefined;
  chapter: string | undefined;
}

/** Where a press would go, and what was said there. */
export function SeekPreview({ time, reach, dot, chapter }: Props) {
  const comments = dot?.comments ?? [];
  const first = comments.find(({ says }) => says)?.says;
  const others = comments.length - (first ? 1 : 0);
  const at = percentOf(dot?.time ?? time, reach);
  return (
    <div
      aria-hidden="true"
      // Pulled towards the middle by as much as it is off it, so that it never leaves the frame.
      style={{ left: `${at}%`, transform: `translateX(-${at}%)` }}
      className="pointer-events-none absolute bottom-full mb-2 grid max-w-64 gap-0.5 rounded-8 bg-on-stage px-2.5 py-1 text-12 text-stage"
    >
      <span className="font-medium tabular-nums">{formatDuration(dot?.time ?? time)}</span>
      {chapter && (
        <span dir="auto" className="line-clamp-2 break-words">
          {chapter}
        </span>
      )}
      {first && (
        <span className="line-clamp-2 break-words">
          <span className="font-medium">{first.author}</span> {first.text}
        </span>
      )}
      {others > 0 && <span className="opacity-70">{othersText(others, first !== undefined)}</span>}
    </div>
  );
}

function othersText(count: number, isMore: boolean) {
  if (isMore) return `and ${count} more`;
  return count === 1 ? "1 comment" : `${count} comments`;
}
