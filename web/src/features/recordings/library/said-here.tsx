import { Link } from "@tanstack/react-router";
import type { FoundRecording } from "#contract/recordings.ts";
import { formatDuration } from "#web/lib/format.ts";

/** Where in a recording the words of a search are said; each leads to its second. */
export function SaidHere({ recording: { id, matches } }: { recording: FoundRecording }) {
  if (matches.length === 0) return null;
  return (
    <ul aria-label="Said in this recording" className="mt-1.5 grid gap-0.5">
      {matches.map(({ at_seconds, text }) => (
        <li key={at_seconds}>
          <Link
            to="/video/$id"
            params={{ id }}
            search={{ t: at_seconds }}
            // Above the link that covers the card.
            className="relative z-1 -mx-1.5 flex items-baseline gap-2 rounded-8 px-1.5 py-0.5 text-13 hover:bg-wash"
          >
            <span className="shrink-0 text-12 text-info tabular-nums">
              {formatDuration(at_seconds)}
            </span>
            <span dir="auto" className="truncate text-ink-2">
              {text}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
