import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useId, useRef } from "react";
import type { Subtitle } from "#contract/subtitles.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { fullLanguageName, isUnderWay, retrySubtitle, subtitleQuery } from "#web/data/subtitles.ts";
import { formatDuration } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Segmented } from "#web/ui/controls/segmented.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { originOf } from "./caption-labels.ts";
import { SubtitleEditor } from "./editor/subtitle-editor.tsx";
import { type SubtitleProps, SubtitleTools } from "./subtitle-tools.tsx";
import { TranscriptLines } from "./transcript/transcript-lines.tsx";
import { WithLines } from "./with-lines.tsx";

interface Props extends SubtitleProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
}

export function SubtitleCard(props: Props) {
  const { place, subtitle, isOwner, isOpen, onOpen, isEditing } = props;
  const body = useId();
  const { language, status } = subtitle;
  return (
    <Card aria-label={`Subtitle: ${fullLanguageName(language)}`} className="min-w-0">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          disabled={isEditing}
          onClick={() => onOpen(!isOpen)}
          className="flex min-h-12 w-full items-center gap-2 rounded-12 px-4 text-left"
        >
          <span className="min-w-0 flex-1 truncate font-medium text-14">
            {fullLanguageName(language)}
          </span>
          <State subtitle={subtitle} />
          {!isEditing && (
            <ChevronDown
              aria-hidden="true"
              data-open={isOpen || undefined}
              className="size-4 shrink-0 text-ink-3 transition-transform data-open:rotate-180"
            />
          )}
        </button>
      </h2>
      {isOpen && (
        <div id={body} className="grid gap-3 border-line border-t p-3">
          {isUnderWay(subtitle) && <UnderWay scope={place.scope} subtitle={subtitle} />}
          <Trouble place={place} subtitle={subtitle} isOwner={isOwner} />
          {(status === "ready" || isEditing) && <Words {...props} />}
          {!isEditing && <SubtitleTools place={place} subtitle={subtitle} isOwner={isOwner} />}
        </div>
      )}
    </Card>
  );
}

function State({ subtitle }: { subtitle: Subtitle }) {
  const { status, progress } = subtitle;
  if (status === "failed") return <Badge tone="warn">Failed</Badge>;
  if (status === "queued") return <Badge>Waiting</Badge>;
  if (status === "running")
    return (
      <Badge tone="info">{progress === 0 ? "Under way" : `${Math.round(progress * 100)}%`}</Badge>
    );
  return <Badge>{originOf(subtitle)}</Badge>;
}

/** The reason why a subtitle failed, or the parts it lacks; and what to do about that. */
function Trouble({ place, subtitle, isOwner }: SubtitleProps) {
  const { id, status, error, gaps, is_edited } = subtitle;
  const hasFailed = status === "failed";
  if (!hasFailed && gaps.length === 0) return null;
  const retry = isOwner && (hasFailed || !is_edited) && !isUnderWay(subtitle) && (
    <WriteButton size="sm" write={retrySubtitle(place.scope)} input={id}>
      Retry
    </WriteButton>
  );
  return (
    <Banner tone={hasFailed ? "error" : "warn"} action={retry}>
      {hasFailed ? (error ?? "Failed to generate subtitle") : "Some of it is missing:"}
      {!hasFailed && (
        <ul className="text-13 tabular-nums">
          {gaps.map((gap) => (
            <li key={gap.start}>
              {formatDuration(gap.start)}–{formatDuration(gap.end)}: {gap.error}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

type Mode = "view" | "edit";

const modes = [
  { value: "view", label: "View" },
  { value: "edit", label: "Edit" },
] as const;

/** Read, or edited; what is unsaved is not left unasked. */
function Words({ place, subtitle, isEditing, onEdit }: Props) {
  const mayLeave = useRef(async () => true);
  const change = async (mode: Mode) => {
    if (mode === "edit" || (await mayLeave.current())) onEdit(mode === "edit");
  };
  return (
    <WithLines scope={place.scope} id={subtitle.id} label="Loading subtitle" keeps={isEditing}>
      {(read) => (
        <>
          <Segmented<Mode>
            label="Show as"
            value={isEditing ? "edit" : "view"}
            choices={modes}
            onChange={(mode) => void change(mode)}
          />
          {isEditing ? (
            <SubtitleEditor place={place} subtitle={read} mayLeave={mayLeave} />
          ) : (
            <TranscriptLines
              cues={read.cues}
              language={read.language}
              clock={place.clock}
              onJump={place.onJump}
            />
          )}
        </>
      )}
    </WithLines>
  );
}

/** Enough of the last lines to show that something happens. */
const LAST_LINES = 4;

function UnderWay({ scope, subtitle }: { scope: Scope; subtitle: Subtitle }) {
  const { id, status, progress, language, translated_from } = subtitle;
  const doing = translated_from ? "Translating" : "Transcribing";
  const heard = useQuery(subtitleQuery(scope, id)).data?.cues ?? [];
  const percent = Math.round(progress * 100);
  // While a recording still runs, nobody knows how much there will be to transcribe.
  const isLive = heard.length > 0 && progress === 0;
  return (
    <div className="grid gap-2">
      <p role="status" className="text-13 text-ink-2 tabular-nums">
        {status === "queued"
          ? "Waiting for its turn"
          : isLive
            ? "Written down while it is recorded"
            : `${doing}: ${percent}%`}
      </p>
      <Progress label={doing} value={status === "queued" || isLive ? undefined : percent} />
      {heard.length > 0 && (
        <p dir="auto" lang={language} className="text-13 text-ink-2">
          {heard
            .slice(-LAST_LINES)
            .map(({ text }) => text)
            .join(" ")}
        </p>
      )}
    </div>
  );
}
