import { useMutation, useQuery } from "@tanstack/react-query";
import { Check, Sparkles } from "lucide-react";
import { useState } from "react";
import type { Suggestions } from "#contract/chapters.ts";
import type { Subtitle } from "#contract/subtitles.ts";
import { chaptersQuery, setChapters, suggestChapters } from "#web/data/chapters.ts";
import { configQuery } from "#web/data/config.ts";
import { renameRecording } from "#web/data/recordings.ts";
import { subtitlesQuery } from "#web/data/subtitles.ts";
import { ChapterList } from "#web/features/subtitles/chapters/chapter-list.tsx";
import { Card } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { MakingSubtitles } from "./making-subtitles.tsx";
import { SubtitleCard } from "./subtitle-card.tsx";
import type { SubtitledVideo } from "./subtitled-video.ts";
import { LinesPending } from "./with-lines.tsx";

interface Props {
  place: SubtitledVideo;
  /** Others may edit subtitles; only the owner makes and deletes them. */
  isOwner: boolean;
}

export default function SubtitleManager({ place, isOwner }: Props) {
  const { data, isLoadingError, refetch } = useQuery(subtitlesQuery(place.scope));
  const [opened, setOpened] = useState<Record<string, boolean>>({});
  const [edited, setEdited] = useState<Subtitle>();
  const found = data?.find(({ id }) => id === edited?.id);
  const editing = found ?? edited;
  // A subtitle that is edited stands alone, beside the player.
  const shown = editing ? [editing] : (data ?? []);
  // A subtitle that is being made, or has failed, is open until somebody closes it: also when it is done.
  const begun = shown.filter(({ id, status }) => status !== "ready" && !(id in opened));
  if (begun.length > 0)
    setOpened({ ...opened, ...Object.fromEntries(begun.map(({ id }) => [id, true])) });
  return (
    <section aria-label="Subtitles" className="grid gap-5">
      {isOwner && !editing && <MakingSubtitles scope={place.scope} />}
      {data && editing && !found && (
        <Banner tone="warn">
          These subtitles were deleted elsewhere. Your lines stay here until you leave them, and
          cannot be saved.
        </Banner>
      )}
      {data ? (
        <ul className="grid gap-2">
          {shown.map((subtitle) => (
            <li key={subtitle.id} className="min-w-0">
              <SubtitleCard
                place={place}
                subtitle={subtitle}
                isOwner={isOwner}
                isOpen={opened[subtitle.id] ?? false}
                onOpen={(isOpen) => setOpened({ ...opened, [subtitle.id]: isOpen })}
                isEditing={subtitle === editing}
                onEdit={(isEditing) => setEdited(isEditing ? subtitle : undefined)}
              />
            </li>
          ))}
        </ul>
      ) : isLoadingError ? (
        <LoadError title="Failed to load subtitles" onRetry={() => void refetch()} />
      ) : (
        <LinesPending label="Loading subtitles" />
      )}
      {isOwner && !editing && data?.some(({ status }) => status === "ready") && (
        <FromWords place={place} />
      )}
    </section>
  );
}

/** The chapters that can be made of a transcript, where this server has a model that writes. */
function FromWords({ place }: Pick<Props, "place">) {
  const { data: config } = useQuery(configQuery);
  if (!config) return null;
  if (config.translation) return <Suggestion place={place} />;
  return (
    <p className="text-13 text-ink-3">
      Translations and suggested chapters are not set up on this server.
    </p>
  );
}

/** A title and chapters, read from what is said: offered, and each taken with one press. */
export function Suggestion({ place }: { place: SubtitledVideo }) {
  const { scope } = place;
  const { mutate, data, isPending } = useMutation(suggestChapters(scope));
  const { data: chapters = [] } = useQuery(chaptersQuery(scope));
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
          <WriteButton size="sm" tone="quiet" write={setChapters(scope)} input={[]}>
            Remove chapters
          </WriteButton>
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
          <bdi className="font-medium text-14 [overflow-wrap:anywhere]">{offer.title}</bdi>
          <Accept label="Use this title" change={title} to={offer.title} />
        </div>
      )}
      {offer.chapters.length > 0 && (
        <div className="grid justify-items-start gap-2">
          <ChapterList place={place} chapters={offer.chapters} />
          <Accept label="Use these chapters" change={chapters} to={offer.chapters} />
        </div>
      )}
    </div>
  );
}

interface AcceptProps<Offered> {
  label: string;
  change: { mutate: (to: Offered) => void; isPending: boolean; isSuccess: boolean };
  to: Offered;
}

function Accept<Offered>({ label, change, to }: AcceptProps<Offered>) {
  const { mutate, isPending, isSuccess } = change;
  return (
    <Button
      size="sm"
      icon={isSuccess && <Check />}
      disabled={isSuccess}
      busy={isPending}
      onClick={() => mutate(to)}
    >
      {isSuccess ? "Saved" : label}
    </Button>
  );
}
