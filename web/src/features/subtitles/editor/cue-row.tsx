import { Merge, Scissors, Trash2 } from "lucide-react";
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { controlLook } from "#web/ui/controls/field.tsx";
import { cx } from "#web/ui/cx.ts";
import { TipButton } from "#web/ui/layers/tooltip.tsx";
import type { Edit, EditedCue, Editing } from "./editing.ts";
import { editOfKey } from "./editor-keys.ts";
import type { CueStretch as Stretch } from "./stretches.ts";

interface RowActions {
  edit: (edit: Edit) => void;
  /** The second that is shown. */
  moment: () => number;
  onJump: (seconds: number) => void;
}

interface Props extends RowActions {
  cue: EditedCue;
  number: number;
  language: string;
  isPlaying: boolean;
  isLast: boolean;
  /** The letter at which the caret belongs now; null while it stands elsewhere. */
  caret: number | null;
  /** Near what is shown; elsewhere words are enough. */
  isNear: boolean;
}

/** One line with its times, drawn only when it changes. */
const CueRow = memo(function CueRow(props: Props) {
  const { cue, isPlaying, isNear } = props;
  return (
    <li
      data-cue={cue.id}
      aria-current={isPlaying || undefined}
      className={cx(
        "grid gap-1.5 rounded-8 border-l-2 border-l-transparent p-2 [contain:content]",
        "aria-current:border-l-ink aria-current:bg-wash",
      )}
    >
      {isNear ? <Fields {...props} /> : <Words {...props} />}
    </li>
  );
});

function Words({ cue, language }: Props) {
  return (
    <>
      <p className="h-8 text-12 text-ink-2 tabular-nums">
        {formatCueTime(cue.start)}–{formatCueTime(cue.end)}
      </p>
      <p dir="auto" lang={language} className="min-h-9 whitespace-pre-wrap text-14">
        {cue.text}
      </p>
    </>
  );
}

function Fields(props: Props) {
  const { cue, number, language, isPlaying, caret, edit, moment, onJump } = props;
  const { id, start, end } = cue;
  const field = useCaret(caret, () => edit({ do: "arrive" }));
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const place = { cue, at: event.currentTarget.selectionStart, moment: moment() };
    const wanted = editOfKey(event, place);
    if (!wanted) return;
    event.preventDefault();
    edit(wanted);
  };
  return (
    <>
      <div className="flex items-center justify-between gap-1">
        <div className="flex items-center text-12 text-ink-3 tabular-nums">
          <TimeField
            label={`Line ${number} begins`}
            seconds={start}
            onChange={(changed) => edit({ do: "time", id, start: changed, end })}
          />
          –
          <TimeField
            label={`Line ${number} ends`}
            seconds={end}
            onChange={(changed) => edit({ do: "time", id, start, end: changed })}
          />
        </div>
        <Actions {...props} at={() => field.current?.selectionStart ?? cue.text.length} />
      </div>
      <textarea
        ref={field}
        dir="auto"
        lang={language}
        rows={1}
        aria-label={`Line ${number}`}
        value={cue.text}
        onChange={(event) => edit({ do: "write", id, text: event.target.value })}
        onKeyDown={onKeyDown}
        // A line that is playing stays where it plays: the caret chooses where to split it.
        onClick={() => isPlaying || onJump(start)}
        className={cx(controlLook, "field-sizing-content resize-none py-1.5")}
      />
    </>
  );
}

/** Puts the caret where an edit wants it, once. */
function useCaret(caret: number | null, onArrived: () => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const arrived = useEffectEvent(onArrived);
  useEffect(() => {
    if (caret === null || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(caret, caret);
    field.current.scrollIntoView({ block: "nearest" });
    arrived();
  }, [caret]);
  return field;
}

/** `at` says where in its text the caret stands. */
function Actions({ cue: { id }, number, isLast, edit, moment, at }: Props & { at: () => number }) {
  return (
    <div className="flex">
      <TipButton
        tip="Split at the caret"
        size="sm"
        label={`Split line ${number}`}
        icon={<Scissors />}
        onClick={() => edit({ do: "split", id, at: at(), moment: moment() })}
      />
      <TipButton
        tip="Join with the next line"
        size="sm"
        label={`Join line ${number} with the next`}
        icon={<Merge />}
        disabled={isLast}
        onClick={() => edit({ do: "join", id })}
      />
      <TipButton
        tip="Delete"
        size="sm"
        tone="danger"
        label={`Delete line ${number}`}
        icon={<Trash2 />}
        onClick={() => edit({ do: "remove", id })}
      />
    </div>
  );
}

interface FieldProps {
  label: string;
  seconds: number;
  onChange: (seconds: number) => void;
}

/** The start or end of a cue; typed, and taken with Enter or by leaving the field. */
function TimeField({ label, seconds, onChange }: FieldProps) {
  const [typed, type] = useState<string>();
  const shown = typed ?? formatCueTime(seconds);
  const isWrong = parseCueTime(shown) === undefined;
  // A text that is no time, or a time that is refused, leaves the old time there.
  const take = () => {
    const read = parseCueTime(shown);
    if (typed !== undefined && read !== undefined) onChange(read);
    type(undefined);
  };
  return (
    <input
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={shown}
      onChange={(event) => type(event.target.value)}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === "Enter") take();
        if (key === "Escape") type(undefined);
      }}
      className={cx(
        "field-sizing-content h-8 min-w-16 rounded-8 bg-transparent px-1.5 text-center text-ink-2 hover:bg-wash focus:bg-wash",
        "aria-invalid:text-red-ink pointer-coarse:text-16",
      )}
    />
  );
}

/** 75.4 → '1:15.400', 3675 → '1:01:15.000': as precise as files of subtitles are. */
export function formatCueTime(seconds: number) {
  const ms = Math.round(seconds * 1000);
  const minutes = Math.floor(ms / 60_000);
  const rest = ((ms % 60_000) / 1000).toFixed(3).padStart(6, "0");
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/** The seconds of a typed time: '1:15.4', '1:01:15', '75,4'; undefined if it is none. */
export function parseCueTime(typed: string): number | undefined {
  const narrow = typed.normalize("NFKC").trim();
  const read = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:[.,]\d{0,3})?)$/.exec(narrow);
  if (!read) return undefined;
  const [, hours = "0", minutes = "0", seconds = "0"] = read;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(",", "."));
}

/** The functions stay the same for good: only the other properties tell whether anything has changed. */
interface CueStretchProps extends RowActions {
  stretch: Stretch;
  language: string;
  /** The line that is played, if it is one of these. */
  playing: number | undefined;
  /** Where the keyboard goes next, if it is here. */
  caret: Editing["caret"];
  /** The stretch has the last lines of all. */
  isEnd: boolean;
}

/**
 * A few lines of thousands. They are drawn when one of them changes, and have their fields near what is shown.
 * Their words are always in the page: the browser's search finds them.
 */
export const CueStretch = memo(function CueStretch(props: CueStretchProps) {
  const { stretch, language, playing, caret, isEnd, edit, moment, onJump } = props;
  const { from, cues } = stretch;
  const list = useRef<HTMLOListElement>(null);
  const isNear = useNearby(list, { isFirst: from === 0, isWanted: caret !== null });
  return (
    <ol
      ref={list}
      start={from + 1}
      aria-label={`Lines ${from + 1} to ${from + cues.length}`}
      className="grid gap-1 pb-1 [contain-intrinsic-size:auto_2160px] [content-visibility:auto]"
    >
      {cues.map((cue, place) => (
        <CueRow
          key={cue.id}
          {...{ cue, language, edit, moment, onJump, isNear }}
          number={from + place + 1}
          isPlaying={cue.id === playing}
          isLast={isEnd && place === cues.length - 1}
          caret={caret?.id === cue.id ? caret.at : null}
        />
      ))}
    </ol>
  );
}, isSame);

function isSame(one: CueStretchProps, other: CueStretchProps): boolean {
  const [before, now] = [one.stretch, other.stretch];
  return (
    before.from === now.from &&
    before.cues.length === now.cues.length &&
    before.cues.every((cue, place) => cue === now.cues[place]) &&
    one.language === other.language &&
    one.playing === other.playing &&
    one.caret === other.caret &&
    one.isEnd === other.isEnd
  );
}

/** Whether the element is in sight of the box that scrolls it, soon will be, or is written in. */
function useNearby(
  part: RefObject<HTMLElement | null>,
  { isFirst, isWanted }: { isFirst: boolean; isWanted: boolean },
) {
  const [isNear, setNear] = useState(isFirst || isWanted);
  if (isWanted && !isNear) setNear(true);
  useEffect(() => {
    const element = part.current;
    if (!element) return;
    const tell = (entries: IntersectionObserverEntry[]) => {
      const isIntersecting = entries.at(-1)?.isIntersecting ?? false;
      setNear((before) => isIntersecting || (before && element.contains(document.activeElement)));
    };
    // Above and below what is shown, as much again is near.
    const around = { root: element.parentElement, rootMargin: "100% 0px" };
    const observer = new IntersectionObserver(tell, around);
    observer.observe(element);
    return () => observer.disconnect();
  }, [part]);
  return isNear;
}
