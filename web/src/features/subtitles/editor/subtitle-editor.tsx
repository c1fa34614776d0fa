import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import type { SubtitleWithCues } from "#contract/subtitles.ts";
import type { SubtitledVideo } from "#web/features/subtitles/subtitled-video.ts";
import { useAtMoment } from "#web/lib/clock.ts";
import { useListedShortcuts } from "#web/lib/shortcuts.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Conflict } from "./conflict.tsx";
import { CueStretch } from "./cue-stretch.tsx";
import { cueAt } from "./editing.ts";
import { EditorBar } from "./editor-bar.tsx";
import { editorShortcuts } from "./editor-keys.ts";
import { type CueStretch as Stretch, stretchesOf } from "./stretches.ts";
import { useEditing } from "./use-editing.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { newNearby } from "./use-nearby.ts";

interface Props {
  place: SubtitledVideo;
  subtitle: SubtitleWithCues;
  /** Set to what asks before unsaved edits are left. */
  mayLeave: RefObject<() => Promise<boolean>>;
}

/** Line by line beside the player. */
export function SubtitleEditor({ place, subtitle, mayLeave }: Props) {
  const { scope, recording, clock, onJump, onToggle } = place;
  const all = useEditing(subtitle, scope, recording.duration);
  const { cues, caret, refusal } = all.editing;
  const { edit } = all;
  const stretches = useMemo(() => stretchesOf(all.editing), [all.editing]);
  const playing = useAtMoment(clock, (seconds) => cueAt(cues, seconds)?.id);
  useLeaveGuard(all.isUnsaved, mayLeave);
  useListedShortcuts(editorShortcuts);
  const jump = useLatest(onJump);
  const [nearby] = useState(newNearby);
  return (
    <section
      aria-label="Subtitle editor"
      data-fills-phone
      className="grid gap-2"
      onKeyDown={(event) => {
        const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s";
        const isToggle = event.altKey && event.code === "KeyK";
        if (!isSave && !isToggle) return;
        event.preventDefault();
        if (isToggle) onToggle();
        else if (all.isUnsaved) all.save();
      }}
    >
      <EditorBar editing={all} />
      <p role="status" className="text-13 text-red-ink empty:hidden">
        {refusal}
      </p>
      {all.isBehind && <Conflict editing={all} />}
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
            nearby={nearby}
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

/** A function that stays the same for good, so that a thousand rows need not be drawn for a new one. */
function useLatest<Args extends unknown[]>(run: (...args: Args) => void) {
  const latest = useRef(run);
  latest.current = run;
  return useCallback((...args: Args) => latest.current(...args), []);
}
