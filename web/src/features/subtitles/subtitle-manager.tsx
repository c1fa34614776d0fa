import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Subtitle } from "#contract/subtitles.ts";
import { configQuery } from "#web/data/config.ts";
import { subtitlesQuery } from "#web/data/subtitles.ts";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { Suggestion } from "./chapters/suggestion.tsx";
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
  const { data, isLoadingError, isFetching, refetch } = useQuery(subtitlesQuery(place.scope));
  const [edited, setEdited] = useState<string>();
  const editing = data?.find(({ id }) => id === edited);
  return (
    <section aria-label="Subtitles" className="grid gap-5">
      {isOwner && !editing && <MakingSubtitles scope={place.scope} />}
      {data ? (
        <Cards
          place={place}
          // A subtitle that is edited stands alone, beside the player.
          subtitles={editing ? [editing] : data}
          isOwner={isOwner}
          edited={edited}
          onEdit={setEdited}
        />
      ) : isLoadingError ? (
        <LoadError
          title="Failed to load subtitles"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
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

interface CardsProps extends Props {
  subtitles: readonly Subtitle[];
  edited: string | undefined;
  onEdit: (id: string | undefined) => void;
}

/** A subtitle that is being made, or has failed, is open until somebody closes it: also when it is done. */
function Cards({ place, subtitles, isOwner, edited, onEdit }: CardsProps) {
  const [opened, setOpened] = useState<Record<string, boolean>>({});
  const begun = subtitles.filter(({ id, status }) => status !== "ready" && !(id in opened));
  if (begun.length > 0)
    setOpened({ ...opened, ...Object.fromEntries(begun.map(({ id }) => [id, true])) });
  return (
    <ul className="grid gap-2">
      {subtitles.map((subtitle) => (
        <li key={subtitle.id} className="min-w-0">
          <SubtitleCard
            place={place}
            subtitle={subtitle}
            isOwner={isOwner}
            isOpen={opened[subtitle.id] ?? false}
            onOpen={(isOpen) => setOpened({ ...opened, [subtitle.id]: isOpen })}
            isEditing={subtitle.id === edited}
            onEdit={(isEditing) => onEdit(isEditing ? subtitle.id : undefined)}
          />
        </li>
      ))}
    </ul>
  );
}
