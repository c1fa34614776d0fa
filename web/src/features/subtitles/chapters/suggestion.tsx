import { useMutation, useQuery } from "@tanstack/react-query";
import { Check, Sparkles } from "lucide-react";
import type { Suggestions } from "#contract/chapters.ts";
import { chaptersQuery, setChapters, suggestChapters } from "#web/data/chapters.ts";
import { renameRecording } from "#web/data/recordings.ts";
import type { SubtitledVideo } from "#web/features/subtitles/subtitled-video.ts";
import { Card } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { ChapterList } from "./chapter-list.tsx";

/** A title and chapters, read from what is said: offered, and each taken with one press. */
export function Suggestion({ place }: { place: SubtitledVideo }) {
  const { scope } = place;
  const { mutate, data, isPending } = useMutation(suggestChapters(scope));
  const { data: chapters = [] } = useQuery(chaptersQuery(scope));
  const { mutate: save, isPending: isRemoving } = useMutation(setChapters(scope));
  return (
    <Card aria-label="Title and chapters" className="grid gap-3 p-4">
      <p className="text-13 text-ink-2">
        A title and chapters can be suggested from what is said. Nothing changes before you accept.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<Sparkles />} busy={isPending} onClick={() => mutate()}>
          Suggest title and chapters
        </Button>
        {chapters.length > 0 && (
          <Button size="sm" tone="quiet" busy={isRemoving} onClick={() => save([])}>
            Remove chapters
          </Button>
        )}
      </div>
      {data && <Offer place={place} offer={data} />}
    </Card>
  );
}

function Offer({ place, offer }: { place: SubtitledVideo; offer: Suggestions }) {
  const title = useMutation(renameRecording(place.recording.id));
  const chapters = useMutation(setChapters(place.scope));
  return (
    <div className="grid gap-4 border-line border-t pt-3">
      {offer.title && (
        <div className="grid justify-items-start gap-2">
          <p dir="auto" className="font-medium text-14 [overflow-wrap:anywhere]">
            {offer.title}
          </p>
          <Accept
            label="Use this title"
            isTaken={title.isSuccess}
            busy={title.isPending}
            onAccept={() => title.mutate(offer.title)}
          />
        </div>
      )}
      {offer.chapters.length > 0 && (
        <div className="grid justify-items-start gap-2">
          <ChapterList place={place} chapters={offer.chapters} />
          <Accept
            label="Use these chapters"
            isTaken={chapters.isSuccess}
            busy={chapters.isPending}
            onAccept={() => chapters.mutate(offer.chapters)}
          />
        </div>
      )}
    </div>
  );
}

interface AcceptProps {
  label: string;
  isTaken: boolean;
  busy: boolean;
  onAccept: () => void;
}

function Accept({ label, isTaken, busy, onAccept }: AcceptProps) {
  return (
    <Button size="sm" icon={isTaken && <Check />} disabled={isTaken} busy={busy} onClick={onAccept}>
      {isTaken ? "Saved" : label}
    </Button>
  );
}
