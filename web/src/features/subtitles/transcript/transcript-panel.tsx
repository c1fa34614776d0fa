import { useQuery } from "@tanstack/react-query";
import { AlignLeft, Captions } from "lucide-react";
import { type ReactNode, startTransition, useState } from "react";
import type { Subtitle } from "#contract/subtitles.ts";
import { chaptersQuery } from "#web/data/chapters.ts";
import { subtitlesQuery } from "#web/data/subtitles.ts";
import { captionLabels, preferredSubtitle } from "#web/features/subtitles/caption-labels.ts";
import { ChapterList } from "#web/features/subtitles/chapters/chapter-list.tsx";
import type { SubtitledVideo } from "#web/features/subtitles/subtitled-video.ts";
import { LinesPending, WithLines } from "#web/features/subtitles/with-lines.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { TranscriptLines } from "./transcript-lines.tsx";

interface Props {
  place: SubtitledVideo;
  /** Makes and edits the subtitles that the text comes from, where somebody may. */
  making?: ReactNode;
}

/** The text of a video, read along with it; what makes the text stands behind it, or in its place. */
export default function TranscriptPanel({ place, making }: Props) {
  const list = useQuery(subtitlesQuery(place.scope));
  const ready = list.data?.filter(({ status }) => status === "ready");
  /** Undefined before the subtitles are opened for the first time. */
  const [isMaking, setMaking] = useState<boolean>();
  // The subtitles are in sight while there is no text, and stay there when the first of them is ready.
  if (!isMaking && making && ready?.length === 0) setMaking(true);
  if (list.isLoadingError)
    return <LoadError title="Failed to load subtitles" onRetry={() => void list.refetch()} />;
  if (!ready) return <LinesPending label="Loading transcript" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {making && ready.length > 0 && (
        <Button
          size="sm"
          className="justify-self-end"
          icon={isMaking ? <AlignLeft /> : <Captions />}
          // The button stays while the subtitles are fetched, and with it the focus.
          onClick={() => startTransition(() => setMaking(!isMaking))}
        >
          {isMaking ? "Transcript" : "Subtitles"}
        </Button>
      )}
      {(!isMaking || ready.length === 0) && <Said place={place} ready={ready} />}
      {isMaking !== undefined && <div hidden={!isMaking}>{making}</div>}
    </div>
  );
}

function Said({ place, ready }: { place: SubtitledVideo; ready: readonly Subtitle[] }) {
  const { scope, clock, onJump } = place;
  const { data: chapters = [] } = useQuery(chaptersQuery(scope));
  const [chosen, choose] = useState<string>();
  const shown = ready.find(({ id }) => id === chosen) ?? preferredSubtitle(ready);
  const labels = captionLabels(ready);
  return (
    <>
      {chapters.length > 0 && (
        <section aria-labelledby="chapters" className="grid gap-1 border-line border-b pb-4">
          <h2 id="chapters" className="px-2 font-medium text-13">
            Chapters
          </h2>
          <ChapterList place={place} chapters={chapters} />
        </section>
      )}
      {!shown && (
        <p className="text-14 text-ink-2">No transcript yet. It comes with the first subtitles.</p>
      )}
      {shown && (
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
          <WithLines key={shown.id} scope={scope} id={shown.id} label="Loading transcript">
            {({ cues, language }) => (
              <TranscriptLines cues={cues} language={language} clock={clock} onJump={onJump} />
            )}
          </WithLines>
        </section>
      )}
    </>
  );
}
