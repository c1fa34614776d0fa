import { useQuery } from "@tanstack/react-query";
import type { Subtitle } from "#contract/subtitles.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { subtitleQuery } from "#web/data/subtitles.ts";
import { Progress } from "#web/ui/progress.tsx";

/** Enough of the last lines to show that something happens. */
const LAST_LINES = 4;

/** How far a transcription is, and what it has heard so far. */
export function UnderWay({ scope, subtitle }: { scope: Scope; subtitle: Subtitle }) {
  const { id, status, progress, language, translated_from } = subtitle;
  const doing = translated_from ? "Translating" : "Transcribing";
  const heard = useQuery(subtitleQuery(scope, id)).data?.cues ?? [];
  const percent = Math.round(progress * 100);
  // While a recording still runs, nobody knows how much there will be to transcribe.
  const isLive = heard.length > 0 && progress === 0;
  return (
    <div className="grid gap-2">
      <p role="status" className="text-13 text-ink-2 tabular-nums">
        {status === "queued"
          ? "Waiting for its turn"
          : isLive
            ? "Written down while it is recorded"
            : `${doing}: ${percent}%`}
      </p>
      <Progress label={doing} value={status === "queued" || isLive ? undefined : percent} />
      {heard.length > 0 && (
        <p dir="auto" lang={language} className="text-13 text-ink-2">
          {heard
            .slice(-LAST_LINES)
            .map(({ text }) => text)
            .join(" ")}
        </p>
      )}
    </div>
  );
}
