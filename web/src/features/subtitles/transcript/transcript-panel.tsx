import { useQuery } from "@tanstack/react-query";
import { Captions } from "lucide-react";
import { useState } from "react";
import type { Subtitle } from "#contract/subtitles.ts";
import { chaptersQuery } from "#web/data/chapters.ts";
import { subtitlesQuery } from "#web/data/subtitles.ts";
import { captionLabels, preferredSubtitle } from "#web/features/subtitles/caption-labels.ts";
import { ChapterList } from "#web/features/subtitles/chapters/chapter-list.tsx";
import { LinesPending } from "#web/features/subtitles/lines-pending.tsx";
import type { SubtitledVideo } from "#web/features/subtitles/subtitled-video.ts";
import { WithLines } from "#web/features/subtitles/with-lines.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Select } from "#web/ui/select.tsx";
import { TranscriptLines } from "./transcript-lines.tsx";

/** The transcript, read along with the video; and the chapters. */
export default function TranscriptPanel({ place }: { place: SubtitledVideo }) {
  const { data: chapters = [] } = useQuery(chaptersQuery(place.scope));
  return (
    <div className="grid gap-5">
      {chapters.length > 0 && (
        <section aria-labelledby="chapters" className="grid gap-1 border-line border-b pb-4">
          <h2 id="chapters" className="px-2 font-medium text-13">
            Chapters
          </h2>
          <ChapterList place={place} chapters={chapters} />
        </section>
      )}
      <Said place={place} />
    </div>
  );
}

function Said({ place }: { place: SubtitledVideo }) {
  const list = useQuery(subtitlesQuery(place.scope));
  const [chosen, choose] = useState<string>();
  const ready = list.data?.filter(({ status }) => status === "ready") ?? [];
  const shown = ready.find(({ id }) => id === chosen) ?? preferredSubtitle(ready);
  if (list.isLoadingError)
    return <LoadError title="Failed to load subtitles" onRetry={() => void list.refetch()} />;
  if (!list.data) return <LinesPending label="Loading transcript" />;
  if (!shown) return <Nothing />;
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

function Lines({ place, subtitle }: { place: SubtitledVideo; subtitle: Subtitle }) {
  const { scope, clock, onJump } = place;
  return (
    <WithLines scope={scope} id={subtitle.id} label="Loading transcript">
      {({ cues, language }) => (
        <TranscriptLines cues={cues} language={language} clock={clock} onJump={onJump} />
      )}
    </WithLines>
  );
}

function Nothing() {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-10 text-center text-ink-2">
      <Captions aria-hidden="true" className="size-5 text-ink-3" />
      <p className="text-14">No transcript yet</p>
    </div>
  );
}
