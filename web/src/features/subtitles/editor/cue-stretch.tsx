import { memo, useRef } from "react";
import { CueRow, type RowActions } from "./cue-row.tsx";
import type { Editing } from "./editing.ts";
import type { CueStretch as Stretch } from "./stretches.ts";
import { type newNearby, useNearby } from "./use-nearby.ts";

/** The functions stay the same for good: only the other properties tell whether anything has changed. */
interface Props extends RowActions {
  stretch: Stretch;
  language: string;
  /** The line that is played, if it is one of these. */
  playing: number | undefined;
  /** Where the keyboard goes next, if it is here. */
  caret: Editing["caret"];
  /** The stretch has the last lines of all. */
  isEnd: boolean;
  nearby: ReturnType<typeof newNearby>;
}

/**
 * A few lines of thousands. They are drawn when one of them changes, and have their fields near what is shown.
 * Their words are always in the page: the browser's search finds them.
 */
export const CueStretch = memo(function CueStretch(props: Props) {
  const { stretch, language, playing, caret, isEnd, nearby, edit, moment, onJump } = props;
  const { from, cues } = stretch;
  const list = useRef<HTMLOListElement>(null);
  const isNear = useNearby(list, nearby, { isFirst: from === 0, isWanted: caret !== null });
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

function isSame(one: Props, other: Props): boolean {
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
