import { type KeyboardEvent, memo, type PointerEvent, useMemo, useRef, useState } from "react";
import type { KeptRange } from "#contract/timeline.ts";
import type { Editing } from "#web/features/edits/use-editing.ts";
import { useAtMoment } from "#web/lib/clock.ts";
import { formatDuration } from "#web/lib/format.ts";
import { cx } from "#web/ui/cx.ts";
import { isRemoved, type Said, type SaidWord, stretchOf } from "./said-words.ts";

/** Everything that is said: words are marked as in a text, and what is deleted is struck through. */
export function WordList({ words, language, state, clock, act, seek }: Editing & Said) {
  const { kept, selected } = state;
  const [mark, setMark] = useState({ anchor: 0, at: 0 });
  const list = useRef<HTMLDivElement>(null);
  const removed = useMemo(() => words.map((word) => isRemoved(kept, word)), [words, kept]);
  const cues = useMemo(() => [...Map.groupBy(words.entries(), ([, { cue }]) => cue)], [words]);
  const playing = useAtMoment(clock, (now) => words.findLast(({ start }) => start <= now)?.cue);

  const choose = (at: number, anchor = at) => {
    setMark({ anchor, at });
    const [first, last] = [Math.min(anchor, at), Math.max(anchor, at)];
    act({ do: "select", range: stretchOf(words, first, last) });
    seek(words[first]?.start ?? 0);
    list.current?.querySelector(`[data-word="${at}"]`)?.scrollIntoView?.({ block: "nearest" });
  };
  const bringBack = (at: number) =>
    act({ do: "bring back", range: stretchOf(words, ...runAround(removed, at)) });
  const press = (event: PointerEvent) => {
    const at = wordAt(event.target);
    if (at === undefined || event.button !== 0 || !isPress(event)) return;
    if (removed[at] && !event.shiftKey) bringBack(at);
    else choose(at, event.shiftKey ? mark.anchor : onlyChosen(event, words, selected));
  };
  const drag = (event: PointerEvent) => {
    const at = wordAt(event.target);
    if (event.buttons !== 1 || event.pointerType !== "mouse" || at === undefined) return;
    if (selected && at !== mark.at) choose(at, mark.anchor);
  };
  const go = (event: KeyboardEvent) => {
    const to = placeAfter(event.key, mark.at, words.length);
    if (event.key === "Enter" && removed[mark.at]) bringBack(mark.at);
    else if (to !== undefined) choose(to, event.shiftKey ? mark.anchor : to);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label="Words"
      aria-multiselectable="true"
      aria-activedescendant={`word-${mark.at}`}
      className="max-h-[50dvh] cursor-text select-none overflow-y-auto overscroll-contain rounded-8 p-1 xl:max-h-[calc(100dvh-24rem)]"
      {...{ onPointerDown: press, onPointerUp: press }}
      onPointerMove={drag}
      onKeyDown={go}
    >
      {cues.map(([cue, said]) => (
        <CueOfWords
          key={cue}
          {...{ said, language }}
          struck={flags(said, ([at]) => removed[at])}
          chosen={flags(said, ([, word]) => selected && isWithin(selected, word))}
          isPlaying={cue === playing}
        />
      ))}
    </div>
  );
}

/** A finger presses where it is lifted: one that scrolls never is. */
const isPress = ({ type, pointerType }: PointerEvent) =>
  (type === "pointerup") === (pointerType === "touch");

/** The whole run of deleted words comes back: it was deleted as one. */
function runAround(removed: readonly boolean[], at: number): [first: number, last: number] {
  let [first, last] = [at, at];
  while (removed[first - 1]) first--;
  while (removed[last + 1]) last++;
  return [first, last];
}

function placeAfter(key: string, at: number, count: number) {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? undefined : Math.min(count - 1, Math.max(0, to));
}

function wordAt(target: EventTarget) {
  const word = target instanceof Element && target.closest("[data-word]");
  return word instanceof HTMLElement ? Number(word.dataset.word) : undefined;
}

/** A text of ones and zeros: thousands of cues are drawn anew only where theirs has changed. */
const flags = (said: readonly Placed[], is: (one: Placed) => unknown) =>
  said.map((one) => (is(one) ? 1 : 0)).join("");

const isWithin = ({ start, end }: KeptRange, word: SaidWord) =>
  word.start < end && word.end > start;

/** A finger has no Shift: after a single word, its next press goes on from there. */
function onlyChosen(by: PointerEvent, words: readonly SaidWord[], selected: KeptRange | null) {
  if (by.pointerType !== "touch" || !selected) return;
  const isChosen = (word: SaidWord) => isWithin(selected, word);
  const first = words.findIndex(isChosen);
  return first >= 0 && first === words.findLastIndex(isChosen) ? first : undefined;
}

type Placed = [at: number, word: SaidWord];

interface CueProps {
  said: readonly Placed[];
  language: string;
  struck: string;
  chosen: string;
  isPlaying: boolean;
}

const CueOfWords = memo(function CueOfWords(props: CueProps) {
  const { said, language, struck, chosen, isPlaying } = props;
  const label = formatDuration(said[0]?.[1].start);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
    <div
      role="group"
      aria-label={label}
      data-playing={isPlaying || undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 rounded-8 px-1 py-1 [contain-intrinsic-size:auto_32px] [content-visibility:auto] data-playing:bg-wash"
    >
      <span aria-hidden="true" className="min-w-9 text-12 text-ink-3 tabular-nums">
        {label}
      </span>
      <span dir="auto" lang={language} className="text-14 [overflow-wrap:anywhere]">
        {said.map(([at, { text }], place) => (
          <span
            key={at}
            id={`word-${at}`}
            role="option"
            tabIndex={-1}
            data-word={at}
            aria-selected={chosen[place] === "1"}
            aria-label={struck[place] === "1" ? `${text}, deleted` : undefined}
            className={cx(
              "py-0.5 hover:bg-wash-2",
              struck[place] === "1" && "cursor-pointer text-ink-3 line-through",
              chosen[place] === "1" && "bg-ink text-paper hover:bg-ink",
            )}
          >
            {text}{" "}
          </span>
        ))}
      </span>
    </div>
  );
});
