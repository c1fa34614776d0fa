import { useBlocker } from "@tanstack/react-router";
import { ArrowLeftToLine, ArrowRightToLine, Redo2, Undo2 } from "lucide-react";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { SubtitleWithCues } from "#contract/subtitles.ts";
import type { SubtitledVideo } from "#web/features/subtitles/subtitled-video.ts";
import { useAtMoment } from "#web/lib/clock.ts";
import { keyOf, useListedShortcuts } from "#web/lib/shortcuts.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { controlLook } from "#web/ui/controls/field.tsx";
import { cx } from "#web/ui/cx.ts";
import { confirm } from "#web/ui/layers/confirm.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { TipButton } from "#web/ui/layers/tooltip.tsx";
import { CueStretch } from "./cue-row.tsx";
import { cueAt } from "./editing.ts";
import { editorShortcuts } from "./editor-keys.ts";
import { type CueStretch as Stretch, stretchesOf } from "./stretches.ts";
import { useEditing } from "./use-editing.ts";

type All = ReturnType<typeof useEditing>;

interface Props {
  place: SubtitledVideo;
  subtitle: SubtitleWithCues;
  /** Set to what asks before unsaved edits are left. */
  mayLeave: RefObject<() => Promise<boolean>>;
}

export function SubtitleEditor({ place, subtitle, mayLeave }: Props) {
  const { scope, recording, clock, onJump, onToggle } = place;
  const all = useEditing(subtitle, scope, recording.duration);
  const { cues, caret, refusal } = all.editing;
  const { edit } = all;
  const stretches = useMemo(() => stretchesOf(all.editing), [all.editing]);
  const playing = useAtMoment(clock, (seconds) => cueAt(cues, seconds)?.id);
  useLeaveGuard(all.isUnsaved, mayLeave);
  useListedShortcuts(editorShortcuts);
  // A function that stays the same for good, so that a thousand rows need not be drawn for a new one.
  const latest = useRef(onJump);
  latest.current = onJump;
  const [jump] = useState(() => (seconds: number) => latest.current(seconds));
  return (
    <section
      aria-label="Subtitle editor"
      data-fills-phone
      className="grid gap-2"
      onKeyDown={(event) => {
        const isSave = (event.ctrlKey || event.metaKey) && keyOf(event).toLowerCase() === "s";
        const isToggle = event.altKey && event.code === "KeyK";
        if (!isSave && !isToggle) return;
        event.preventDefault();
        if (isToggle) onToggle();
        else if (all.isUnsaved && !all.isSaving) all.save();
      }}
    >
      <EditorBar {...all} />
      <p role="status" className="text-13 text-red-ink empty:sr-only">
        {refusal}
      </p>
      {all.isBehind && <Conflict {...all} />}
      <div className="-mx-1 max-h-[60dvh] overflow-y-auto overscroll-contain p-1 xl:max-h-[calc(100dvh-22rem)] xl:min-h-80">
        {stretches.map((stretch, index) => (
          <CueStretch
            key={stretch.key}
            stretch={stretch}
            language={subtitle.language}
            playing={has(stretch, playing) ? playing : undefined}
            caret={has(stretch, caret?.id) ? caret : null}
            isEnd={index === stretches.length - 1}
            edit={edit}
            moment={clock.now}
            onJump={jump}
          />
        ))}
      </div>
      {cues.length === 0 && (
        <p className="py-6 text-center text-14 text-ink-2">
          There are no lines. Add one at the moment that is shown.
        </p>
      )}
      <Button size="sm" onClick={() => edit({ do: "insert", moment: clock.now() })}>
        Add line here
      </Button>
    </section>
  );
}

const has = ({ cues }: Stretch, id: number | undefined) =>
  id !== undefined && cues.some((cue) => cue.id === id);

/** Two people have written: the person here decides whose words stay. Lines of another film would stand at wrong times. */
function Conflict({ isSaving, isOtherFilm, keepMine, takeTheirs, keepEditing }: All) {
  return (
    <Dialog
      onClose={keepEditing}
      title={isOtherFilm ? "Another film is shown now" : "Somebody else saved these subtitles"}
      description={
        isOtherFilm
          ? "The recording was cut or restored while you were editing, and its lines have other times now. Nothing of yours has been saved yet."
          : "They were changed while you were editing. Nothing of yours has been saved yet, and nothing of theirs is lost."
      }
      footer={
        <>
          {/* First, and so what somebody presses who is still writing: nothing is lost by it. */}
          <Button tone="quiet" onClick={keepEditing}>
            Keep editing
          </Button>
          <Button onClick={() => void takeTheirs()}>
            {isOtherFilm ? "Load its lines, drop mine" : "Load theirs, drop mine"}
          </Button>
          {!isOtherFilm && (
            <Button tone="primary" busy={isSaving} onClick={keepMine}>
              Save over theirs
            </Button>
          )}
        </>
      }
    />
  );
}

const ask = () =>
  confirm({
    title: "Leave without saving?",
    description: "Your changes to the subtitles are lost.",
    danger: true,
  });

/** Asks before a page, or by `mayLeave` an editor, is left on which something is unsaved. */
function useLeaveGuard(isUnsaved: boolean, mayLeave: RefObject<() => Promise<boolean>>) {
  useBlocker({
    // A moment of the same video is no other page.
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await ask()),
    enableBeforeUnload: true,
    disabled: !isUnsaved,
  });
  useEffect(() => {
    mayLeave.current = async () => !isUnsaved || (await ask());
    return () => {
      mayLeave.current = async () => true;
    };
  }, [isUnsaved, mayLeave]);
}

function EditorBar({ editing, edit, isUnsaved, isSaving, save }: All) {
  return (
    <div className="flex flex-wrap items-center gap-1">
      <TipButton
        size="sm"
        label="Undo"
        icon={<Undo2 />}
        disabled={editing.past.length === 0}
        onClick={() => edit({ do: "undo" })}
      />
      <TipButton
        size="sm"
        label="Redo"
        icon={<Redo2 />}
        disabled={editing.future.length === 0}
        onClick={() => edit({ do: "redo" })}
      />
      <ShiftAll onShift={(by) => edit({ do: "shift", by })} />
      <span className="flex-1" />
      <Button size="sm" tone="primary" disabled={!isUnsaved} busy={isSaving} onClick={() => save()}>
        {isUnsaved || isSaving ? "Save" : "Saved"}
      </Button>
    </div>
  );
}

const USUAL_SHIFT = 0.5;

function ShiftAll({ onShift }: { onShift: (by: number) => void }) {
  const [by, setBy] = useState(USUAL_SHIFT);
  const shift = (direction: number) => Number.isFinite(by) && onShift(direction * by);
  return (
    <fieldset className="flex items-center">
      <legend className="sr-only">Shift all lines</legend>
      <TipButton
        size="sm"
        label="All lines earlier"
        icon={<ArrowLeftToLine />}
        onClick={() => shift(-1)}
      />
      <label className="flex items-center gap-1 text-13 text-ink-2">
        <input
          type="number"
          aria-label="Seconds to shift all lines by"
          min={0}
          step={0.1}
          value={Number.isFinite(by) ? by : ""}
          onChange={({ target }) => setBy(target.valueAsNumber)}
          className={cx(controlLook, "!w-14 !px-2 h-8 text-13 tabular-nums")}
        />
        s
      </label>
      <TipButton
        size="sm"
        label="All lines later"
        icon={<ArrowRightToLine />}
        onClick={() => shift(1)}
      />
    </fieldset>
  );
}
