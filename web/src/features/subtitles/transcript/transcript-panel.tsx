import { useQuery } from "@tanstack/react-query";
import { Captions } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Subtitle } from "#contract/subtitles.ts";
import { subtitleQuery, subtitlesQuery } from "#web/data/subtitles.ts";
import { captionLabels, preferredSubtitle } from "#web/features/subtitles/caption-labels.ts";
import { LinesPending } from "#web/features/subtitles/lines-pending.tsx";
import type { Place } from "#web/features/subtitles/place.ts";
import { LoadError } from "#web/ui/load-error.tsx";
import { Select } from "#web/ui/select.tsx";
import { TranscriptLines } from "./transcript-lines.tsx";

interface Props {
  place: Place;
  /** What stands here as long as nothing was transcribed. */
  empty?: ReactNode;
}

/** What is said, read along with the video. */
export default function TranscriptPanel({ place, empty }: Props) {
  const list = useQuery(subtitlesQuery(place.scope));
  const [chosen, choose] = useState<string>();
  const ready = list.data?.filter(({ status }) => status === "ready") ?? [];
  const shown = ready.find(({ id }) => id === chosen) ?? preferredSubtitle(ready);
  if (list.isLoadingError)
    return <LoadError title="Failed to load subtitles" onRetry={() => void list.refetch()} />;
  if (!list.data) return <LinesPending label="Loading transcript" />;
  if (!shown) return <Nothing>{empty}</Nothing>;
  const labels = captionLabels(ready);
  return (
    <section aria-label="Transcript" className="grid gap-3">
      {ready.length > 1 && (
        <Select
          label="Language of the transcript"
          labelHidden
          size="sm"
          value={shown.id}
          options={ready.map(({ id }) => ({ value: id, label: labels.get(id) ?? id }))}
          onChange={choose}
        />
      )}
      <Lines key={shown.id} place={place} subtitle={shown} />
    </section>
  );
}

function Lines({ place, subtitle }: { place: Place; subtitle: Subtitle }) {
  const { scope, clock, onJump } = place;
  const { data, isLoadingError, refetch } = useQuery(subtitleQuery(scope, subtitle.id));
  if (isLoadingError)
    return <LoadError title="Failed to load subtitles" onRetry={() => void refetch()} />;
  if (!data) return <LinesPending label="Loading transcript" />;
  const { cues, language } = data;
  return <TranscriptLines cues={cues} language={language} clock={clock} onJump={onJump} />;
}

function Nothing({ children }: { children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-10 text-center text-ink-2">
      <Captions aria-hidden="true" className="size-5 text-ink-3" />
      <p className="text-14">No transcript yet</p>
      {children}
    </div>
  );
}
