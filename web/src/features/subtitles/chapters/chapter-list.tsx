import type { Chapter } from "#contract/chapters.ts";
import type { SubtitledVideo } from "#web/features/subtitles/subtitled-video.ts";
import { useAtMoment } from "#web/lib/clock.ts";
import { formatDuration } from "#web/lib/format.ts";
import { RemovedPart } from "#web/ui/removed-part.tsx";

interface Props {
  place: Pick<SubtitledVideo, "clock" | "onJump">;
  chapters: readonly Chapter[];
}

export function ChapterList({ place: { clock, onJump }, chapters }: Props) {
  const playing = useAtMoment(clock, (seconds) =>
    chapters.findLastIndex(({ at_seconds, removed }) => !removed && at_seconds <= seconds),
  );
  return (
    <ol aria-label="Chapters" className="grid max-h-60 overflow-y-auto">
      {chapters.map(({ at_seconds, title, removed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: of several that were cut out, all lie at one seam
        <li key={`${at_seconds} ${index}`}>
          <button
            type="button"
            aria-current={index === playing || undefined}
            onClick={() => onJump(at_seconds)}
            className="grid w-full grid-cols-[3rem_minmax(0,1fr)] items-baseline gap-x-2 rounded-8 px-2 py-1.5 text-left text-14 -outline-offset-2 hover:bg-wash aria-current:bg-wash-2 aria-current:font-medium"
          >
            <span className="text-12 text-ink-2 tabular-nums">{formatDuration(at_seconds)}</span>
            <span dir="auto" className="[overflow-wrap:anywhere]">
              {title} {removed && <RemovedPart />}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
