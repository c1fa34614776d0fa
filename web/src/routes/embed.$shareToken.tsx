import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useRef } from "react";
import type { SharedView } from "#contract/shares.ts";
import { chaptersQuery } from "#web/data/chapters.ts";
import { sharedQuery } from "#web/data/shares.ts";
import type { PlayerHandle } from "#web/features/player/player-props.ts";
import { EmbedPage } from "#web/features/shared-page/embed-page.tsx";
import { EmbedStage } from "#web/features/shared-page/embed-stage.tsx";
import { SharedGate } from "#web/features/shared-page/shared-gate.tsx";
import { EmbedPending } from "#web/features/shared-page/shared-skeleton.tsx";
import { chapterMarks } from "#web/features/subtitles/chapters/chapter-marks.ts";
import { pictureFirst, pictureOf } from "#web/lib/early-link.ts";
import { moment } from "#web/lib/search.ts";
import { AnyPlayer } from "./-any-player.tsx";
import { useCaptions, useFilm } from "./-film.ts";

export const Route = createFileRoute("/embed/$shareToken")({
  validateSearch: (search): { t?: number } => moment(search),
  beforeLoad: ({ params }) => pictureFirst(params.shareToken),
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(sharedQuery(params.shareToken)).catch(() => undefined),
  pendingComponent: Pending,
  pendingMs: 0,
  pendingMinMs: 0,
  component: Embed,
});

function Pending() {
  return <EmbedPending shareToken={Route.useParams().shareToken} />;
}

function Embed() {
  const { shareToken } = Route.useParams();
  const { t } = Route.useSearch();
  return (
    <SharedGate shareToken={shareToken} isEmbedded>
      {(view) =>
        view.kind === "folder" ? (
          <EmbedStage shareToken={shareToken} folder={view.folder.name} />
        ) : (
          <EmbedPage
            shareToken={shareToken}
            view={view}
            player={<EmbeddedPlayer shareToken={shareToken} view={view} startAt={t} />}
          />
        )
      }
    </SharedGate>
  );
}

interface PlayerProps {
  shareToken: string;
  view: SharedView;
  startAt: number | undefined;
}

function EmbeddedPlayer({ shareToken, view, startAt }: PlayerProps) {
  const { recording, media, can_download } = view;
  // The video loads from its first drawing on, what is read to it after that.
  const enabled = useDeferredValue(true, false);
  const scope = { recordingId: recording.id, shareToken };
  const { captions } = useCaptions(scope, enabled);
  const { data: chapters } = useQuery({ ...chaptersQuery(scope), enabled });
  const marks = useMemo(() => chapterMarks(chapters), [chapters]);
  const handle = useRef<PlayerHandle>(null);
  const film = useFilm(scope, recording, () => handle.current?.currentTime() ?? 0);
  return (
    <AnyPlayer
      scope={scope}
      ref={handle}
      recording={recording}
      film={film}
      media={media}
      isCounted={!view.is_owner}
      captions={captions}
      marks={marks}
      picture={pictureOf(view)}
      startAt={startAt}
      noDownload={!can_download}
      className="h-full"
    />
  );
}
