import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, Folder } from "lucide-react";
import { type DragEvent, type ReactNode, Suspense, useState } from "react";
import type { SharedRecording } from "#contract/recordings.ts";
import type { SharedFolder } from "#contract/shares.ts";
import { orderFolder } from "#web/data/folders.ts";
import { counted, formatDuration } from "#web/lib/format.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Loading } from "#web/ui/skeleton.tsx";
import { BareFrame } from "./bare-frame.tsx";
import { SharedFrame } from "./shared-page.tsx";

interface Props {
  shareToken: string;
  view: SharedFolder;
  /** The video that is shown; none where there is none. */
  current: SharedRecording | undefined;
  children: ReactNode;
}

export function FolderFrame({ shareToken, view, current, children }: Props) {
  const { name, recordings } = view.folder;
  if (!current)
    return (
      <BareFrame hasSignIn>
        <div className="mx-auto grid w-full max-w-3xl gap-5 px-4 py-5 md:px-6">
          <FolderName as="h1" name={name} count={0} />
          <EmptyState
            icon={<Folder />}
            title="No recordings yet"
            help="Recordings appear here as soon as they are put into this folder."
          />
        </div>
      </BareFrame>
    );
  return (
    <SharedFrame shareToken={shareToken} recordingId={current.id}>
      <div className="mx-auto w-full max-w-[1760px] xl:grid xl:grid-cols-[280px_minmax(0,1fr)]">
        <section className="grid content-start gap-3 px-4 pt-5 md:px-6 xl:pr-0">
          <FolderName name={name} count={recordings.length} />
          <Videos {...{ shareToken, view, current }} />
        </section>
        <Suspense
          fallback={
            <Loading
              label="Loading recording"
              className="p-6"
              blocks={["aspect-video !rounded-12"]}
            />
          }
        >
          {children}
        </Suspense>
      </div>
    </SharedFrame>
  );
}

interface NameProps {
  as?: "h1" | "h2";
  name: string;
  count: number;
}

function FolderName({ as: Heading = "h2", name, count }: NameProps) {
  return (
    <header className="flex items-start gap-2.5">
      <Folder className="mt-0.5 size-5 shrink-0 text-ink-2" />
      <div className="min-w-0">
        <Heading dir="auto" className="font-semibold text-16 [overflow-wrap:anywhere]">
          {name}
        </Heading>
        <p className="text-13 text-ink-2">{counted(count, "recording")}</p>
      </div>
    </header>
  );
}

function Videos({ shareToken, view, current }: Omit<Props, "children">) {
  const { id, recordings } = view.folder;
  const { place, dragged, dragging } = useOrder(shareToken, view.folder);
  return (
    <ol
      aria-label="Recordings"
      className="grid max-h-56 gap-0.5 overflow-y-auto rounded-12 border border-line p-1 xl:max-h-[75dvh]"
    >
      {recordings.map((recording, n) => (
        <li
          key={recording.id}
          {...(id !== null && dragging(n))}
          className={cx(
            "flex items-center rounded-8",
            recording === current ? "bg-wash-2" : "hover:bg-wash",
            dragged === n && "opacity-50",
          )}
        >
          <Link
            to="/shared/$shareToken"
            params={{ shareToken }}
            search={{ v: recording.id }}
            draggable={false}
            aria-current={recording === current ? "true" : undefined}
            className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-8 px-2.5 py-1.5 text-13"
          >
            <span className="w-5 shrink-0 text-right text-ink-2 tabular-nums">{n + 1}</span>
            <bdi className="line-clamp-2 min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">
              {recording.filename}
            </bdi>
            <span className="shrink-0 text-12 text-ink-2 tabular-nums">
              {formatDuration(recording.duration)}
            </span>
          </Link>
          {id !== null &&
            steps.map(([way, by, Arrow]) => (
              <IconButton
                key={way}
                size="sm"
                label={`Move ${recording.filename} ${way}`}
                icon={<Arrow />}
                disabled={recordings[n + by] === undefined}
                onClick={() => place(n, n + by)}
              />
            ))}
        </li>
      ))}
    </ol>
  );
}

const steps = [
  ["up", -1, ArrowUp],
  ["down", 1, ArrowDown],
] as const;

function useOrder(shareToken: string, { id, recordings }: SharedFolder["folder"]) {
  const { mutate: order } = useMutation(orderFolder(id ?? "", shareToken));
  const [dragged, setDragged] = useState<number>();
  const place = (from: number, to: number) => {
    const ids = recordings.map((recording) => recording.id);
    const [moved] = ids.splice(from, 1);
    if (moved !== undefined && from !== to) order(ids.toSpliced(to, 0, moved));
  };
  const dragging = (n: number) => ({
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = "move";
      setDragged(n);
    },
    onDragEnd: () => setDragged(undefined),
    onDragOver: (event: DragEvent) => dragged !== undefined && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== undefined) place(dragged, n);
      setDragged(undefined);
    },
  });
  return { place, dragged, dragging };
}
