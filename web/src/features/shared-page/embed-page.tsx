import type { ReactNode } from "react";
import type { SharedView } from "#contract/shares.ts";
import { canPlay } from "#web/data/recordings.ts";
import { insteadOfPlayer } from "#web/ui/instead-of-player.tsx";
import { Wordmark } from "#web/ui/wordmark.tsx";

interface Props {
  shareToken: string;
  view: SharedView;
  player: ReactNode;
}

export function EmbedPage({ shareToken, view, player }: Props) {
  const { recording, owner } = view;
  return (
    <main className="group/embed relative h-dvh bg-stage text-on-stage *:h-full">
      <h1 className="sr-only">{recording.filename}</h1>
      {insteadOfPlayer(recording, "visitor") ?? player}
      {recording.status === "recording" && canPlay(recording) && (
        <p
          role="status"
          className="pointer-events-none absolute inset-x-0 top-3 mx-auto h-auto! w-fit rounded-full bg-stage/80 px-3 py-1.5 font-medium text-13"
        >
          Interrupted
        </p>
      )}
      <a
        href={`/shared/${shareToken}`}
        target="_blank"
        rel="noopener"
        className="absolute top-3 right-3 h-auto! w-fit max-w-[calc(100%-24px)] rounded-8 bg-stage/80 px-3 py-2 text-13 opacity-0 transition-opacity focus-visible:opacity-100 focus-visible:outline-on-stage group-hover/embed:opacity-100 pointer-coarse:opacity-100"
      >
        <span className="flex items-center gap-3">
          <Wordmark size={18} />
          <bdi className="truncate">
            {recording.filename} · {owner.username}
          </bdi>
        </span>
      </a>
    </main>
  );
}
