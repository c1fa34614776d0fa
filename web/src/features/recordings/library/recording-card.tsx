import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  Check,
  Download,
  Eye,
  FolderInput,
  Link2,
  MessageCircle,
  Play,
  Share2,
  Trash2,
} from "lucide-react";
import { type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import type { FoundRecording, Recording } from "#contract/recordings.ts";
import { configQuery } from "#web/data/config.ts";
import { useQuickLink } from "#web/data/quick-link.ts";
import { canPlay, mediaTokenQuery, streamUrl } from "#web/data/recordings.ts";
import { startDrag } from "#web/features/recordings/folders/drag.ts";
import { lengthLabel, stateLabel } from "#web/features/recordings/state-label.ts";
import { storageLabel } from "#web/features/recordings/storage-label.ts";
import { Thumbnail } from "#web/features/recordings/thumbnail/thumbnail.tsx";
import { formatDate, formatDuration, formatSize, plural } from "#web/lib/format.ts";
import { useLater } from "#web/lib/use-later.ts";
import { Checkbox } from "#web/ui/controls/checkbox.tsx";
import { cx } from "#web/ui/cx.ts";
import { Facts } from "#web/ui/facts.tsx";
import { MenuItem, MoreMenu } from "#web/ui/layers/menu.tsx";
import { toast } from "#web/ui/layers/toast.ts";
import { TipButton } from "#web/ui/layers/tooltip.tsx";

export interface CardActions {
  /** `through`: with all between it and the last one that was chosen. */
  onSelect: (recording: Recording, isSelected: boolean, through?: boolean) => void;
  onShare: (recording: Recording) => void;
  onDownload: (recording: Recording) => void;
  onMove: (recording: Recording) => void;
  onDelete: (recording: Recording) => void;
}

interface Props extends CardActions {
  recording: FoundRecording;
  isSelected: boolean;
  /** Some recordings are selected already: every card shows its box. */
  isSelecting: boolean;
  /** The recordings that go with this one when it is dragged. */
  dragged: () => readonly string[];
}

export function RecordingCard(props: Props) {
  const { recording, isSelected, isSelecting, dragged, onSelect } = props;
  const [isHovered, setHovered] = useState(false);
  const press = useLongPress(() => onSelect(recording, !isSelected));
  return (
    <li
      className="group relative min-w-0 [-webkit-touch-callout:none]"
      onPointerEnter={({ pointerType }) => setHovered(pointerType === "mouse")}
      onPointerLeave={() => setHovered(false)}
      draggable={isHovered} // a finger that stays chooses
      onDragStart={(event) => startDrag(event, { recordings: dragged() })}
      {...press.events}
    >
      <div
        className={cx(
          "relative overflow-hidden rounded-12 border border-line transition-colors group-hover:border-line-2",
          isSelected && "border-ink ring-1 ring-ink group-hover:border-ink",
        )}
      >
        <Thumbnail recording={recording} />
        {isHovered && canPlay(recording) && <HoverPreview recording={recording} />}
        <Chips recording={recording} />
      </div>
      <div className="mt-2.5 grid gap-0.5 px-0.5">
        <Title
          recording={recording}
          onClick={(event) => {
            if (!event.shiftKey && !press.wasLong()) return;
            event.preventDefault();
            if (event.shiftKey) onSelect(recording, true, true);
          }}
        />
        <Known recording={recording} />
        <Heard recording={recording} />
        <SaidHere recording={recording} />
      </div>
      <div
        className={cx(
          "absolute top-2.5 left-2.5 rounded-8 bg-raised p-1.5",
          !isSelected && !isSelecting && REVEALED,
        )}
      >
        <Checkbox
          label={`Select ${recording.filename}`}
          checked={isSelected}
          onChange={(checked, { shift }) => onSelect(recording, checked, shift)}
        />
      </div>
      <div className={cx("absolute top-2.5 right-2.5 flex rounded-8 bg-raised p-0.5", REVEALED)}>
        <CopyLink recording={recording} />
        <CardMenu {...props} />
      </div>
    </li>
  );
}

interface TitleProps {
  recording: Recording;
  onClick: (event: MouseEvent) => void;
}

function Title({ recording: { id, filename }, onClick }: TitleProps) {
  return (
    <h2 dir="auto" className="line-clamp-2 font-medium text-14 [overflow-wrap:anywhere]">
      <Link
        to="/video/$id"
        params={{ id }}
        data-card={id}
        draggable={false}
        onClick={onClick}
        // Covers the card, so that all of it leads to the video.
        className="after:absolute after:inset-0 after:rounded-12 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-2"
      >
        {filename}
      </Link>
    </h2>
  );
}

function Known({ recording: { created_at, size, storage_type } }: { recording: Recording }) {
  const place = storageLabel(storage_type, useQuery(configQuery).data);
  const facts = [formatDate(created_at), formatSize(size), ...(place ? [place] : [])];
  return <Facts facts={facts} className="text-13 text-ink-2" />;
}

function Heard({ recording }: { recording: FoundRecording }) {
  const { view_count, play_count = 0, comment_count } = recording;
  if (view_count + play_count + comment_count === 0) return null;
  return (
    <p className="flex gap-3 text-13 text-ink-2 tabular-nums [&_svg]:size-3.5 [&_svg]:text-ink-3">
      <Count icon={<Eye />} count={view_count} noun="view" />
      {play_count > 0 && <Count icon={<Play />} count={play_count} noun="play" />}
      <Count icon={<MessageCircle />} count={comment_count} noun="comment" />
    </p>
  );
}

function Count({ icon, count, noun }: { icon: ReactNode; count: number; noun: string }) {
  return (
    <span className="flex items-center gap-1">
      {icon}
      {count}
      <span className="sr-only">{plural(count, noun)}</span>
    </span>
  );
}

/** Visible on touch screens, and wherever pointer or focus is in the card. */
const REVEALED =
  "opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 has-data-popup-open:opacity-100 pointer-coarse:opacity-100";

function Chips({ recording }: { recording: Recording }) {
  const [state, length] = [stateLabel(recording), lengthLabel(recording)];
  const chip = "rounded-[6px] bg-stage/85 px-1.5 font-medium text-12 text-on-stage tabular-nums";
  return (
    <span className="pointer-events-none absolute inset-x-2 bottom-2 flex items-end justify-between gap-2">
      {state ? <span className={chip}>{state}</span> : <span />}
      {length && <span className={chip}>{length}</span>}
    </span>
  );
}

function SaidHere({ recording: { id, matches } }: { recording: FoundRecording }) {
  if (matches.length === 0) return null;
  return (
    <ul aria-label="Said in this recording" className="mt-1.5 grid gap-0.5">
      {matches.map(({ at_seconds, text }) => (
        <li key={at_seconds}>
          <Link
            to="/video/$id"
            params={{ id }}
            search={{ t: at_seconds }}
            // Above the link that covers the card.
            className="relative z-1 -mx-1.5 flex items-baseline gap-2 rounded-8 px-1.5 py-0.5 text-13 hover:bg-wash"
          >
            <span className="shrink-0 text-12 text-info tabular-nums">
              {formatDuration(at_seconds)}
            </span>
            <bdi className="truncate text-ink-2">{text}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const LINGER = 350;

/** Plays the first moments without sound while the pointer rests on the card. */
function HoverPreview({ recording }: { recording: Recording }) {
  const [hasLingered, setLingered] = useState(false);
  useLater(LINGER, () => setLingered(true));
  const { data } = useQuery({ ...mediaTokenQuery(recording.id), enabled: hasLingered });
  const [isPlaying, setPlaying] = useState(false);
  if (!data || !hasLingered) return null;
  return (
    <video
      src={streamUrl(recording.id, data.token)}
      aria-hidden="true"
      tabIndex={-1}
      autoPlay
      muted
      loop
      playsInline
      disablePictureInPicture
      onPlaying={() => setPlaying(true)}
      className="pointer-events-none absolute inset-0 size-full bg-stage object-contain transition-opacity"
      style={{ opacity: isPlaying ? 1 : 0 }}
    />
  );
}

const LONG_MS = 500;

/** A finger that stays where it is. The click with which it is lifted is no click, and the browser has no menu for it. */
function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLong = useRef(false);
  const isTouch = useRef(false);
  const end = () => clearTimeout(timer.current);
  return {
    events: {
      onPointerDown(event: PointerEvent) {
        isLong.current = false;
        isTouch.current = event.pointerType === "touch";
        // React tells the card of presses in its open menu, too.
        const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (!isTouch.current || !isHere) return;
        timer.current = setTimeout(() => {
          isLong.current = true;
          onLong();
        }, LONG_MS);
      },
      onPointerUp: end,
      onPointerCancel: end,
      onContextMenu: (event: MouseEvent) => isTouch.current && event.preventDefault(),
      onPointerMove: ({ movementX, movementY }: PointerEvent) => {
        if (Math.abs(movementX) + Math.abs(movementY) > 4) end();
      },
    },
    wasLong: () => isLong.current,
  };
}

function CopyLink({ recording: { id, filename } }: { recording: Recording }) {
  const { isCopied, isPending, copyLink } = useQuickLink(id, () =>
    toast.success("Link copied. Anyone with it can watch."),
  );
  return (
    <TipButton
      tip="Copy link"
      size="sm"
      label={`Copy link to ${filename}`}
      icon={isCopied ? <Check className="text-ok" /> : <Link2 />}
      aria-busy={isPending || undefined}
      onClick={copyLink}
    />
  );
}

function CardMenu(props: CardActions & { recording: Recording }) {
  const { recording, onShare, onDownload, onMove, onDelete } = props;
  return (
    <MoreMenu label={`More for ${recording.filename}`}>
      <MenuItem icon={<Share2 />} text="Share" onClick={() => onShare(recording)} />
      <MenuItem icon={<Download />} text="Download" onClick={() => onDownload(recording)} />
      <MenuItem icon={<FolderInput />} text="Move to folder" onClick={() => onMove(recording)} />
      <MenuItem icon={<Trash2 />} text="Delete" danger onClick={() => onDelete(recording)} />
    </MoreMenu>
  );
}
