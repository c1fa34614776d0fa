import { type KeyboardEvent, memo, type PointerEvent, useMemo, useRef, useState } from "react";
import type { KeptRange } from "#contract/timeline.ts";
import type { Editing } from "#web/features/edits/edited-video.ts";
import { preciseTime } from "#web/features/edits/precise-time.ts";
import { useAtMoment } from "#web/lib/clock.ts";
import { cx } from "#web/ui/cx.ts";
import { isRemoved, type SaidWord, stretchOf } from "./said-words.ts";

interface Props extends Pick<Editing, "clock" | "act" | "onSeek"> {
  words: readonly SaidWord[];
  language: string;
  kept: readonly KeptRange[];
  selected: KeptRange | null;
}

/** Everything that is said: words are marked as in a text, and what is deleted is struck through. */
export function WordList({ words, language, kept, selected, clock, act, onSeek }: Props) {
  const [mark, setMark] = useState({ anchor: 0, at: 0 });
  const list = useRef<HTMLDivElement>(null);
  const removed = useMemo(() => words.map((word) => isRemoved(kept, word)), [words, kept]);
  const cues = useMemo(() => cuesOf(words), [words]);
  const playing = useAtMoment(clock, (now) => words.findLast(({ start }) => start <= now)?.cue);

  const choose = (at: number, anchor = at) => {
    setMark({ anchor, at });
    const [first, last] = [Math.min(anchor, at), Math.max(anchor, at)];
    act({ do: "select", range: stretchOf(words, first, last) });
    onSeek(words[first]?.start ?? 0);
    list.current?.querySelector(`[data-word="${at}"]`)?.scrollIntoView?.({ block: "nearest" });
  };
  const bringBack = (at: number) =>
    act({ do: "bring back", range: stretchOf(words, ...runAround(removed, at)) });
  const press = (event: PointerEvent) => {
    const at = wordAt(event.target);
    if (at === undefined || event.button !== 0) return;
    if (removed[at] && !event.shiftKey) bringBack(at);
    else choose(at, event.shiftKey ? mark.anchor : at);
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
      onPointerDown={press}
      onPointerMove={drag}
      onKeyDown={go}
    >
      {cues.map(({ from, to, cue, start }) => (
        <CueOfWords
          key={cue}
          {...{ words, from, to, language }}
          label={preciseTime(start, false)}
          struck={flags(removed.slice(from, to))}
          chosen={selected ? flags(words.slice(from, to).map(isWithin(selected))) : ""}
          isPlaying={cue === playing}
        />
      ))}
    </div>
  );
}

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

/** The words of each cue, as places in the list. */
function cuesOf(words: readonly SaidWord[]) {
  const cues: { cue: number; from: number; to: number; start: number }[] = [];
  for (const [at, { cue, start }] of words.entries()) {
    const last = cues.at(-1);
    if (last?.cue === cue) last.to = at + 1;
    else cues.push({ cue, from: at, to: at + 1, start });
  }
  return cues;
}

/** A text of ones and zeros: thousands of cues are drawn anew only where theirs has changed. */
const flags = (all: readonly boolean[]) => all.map(Number).join("");

const isWithin =
  ({ start, end }: KeptRange) =>
  (word: SaidWord) =>
    word.start < end && word.end > start;

interface CueProps {
  words: readonly SaidWord[];
  from: number;
  to: number;
  language: string;
  label: string;
  struck: string;
  chosen: string;
  isPlaying: boolean;
}

const CueOfWords = memo(function CueOfWords(props: CueProps) {
  const { words, from, to, language, label, struck, chosen, isPlaying } = props;
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
        {words.slice(from, to).map(({ text }, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place in the list
            key={place}
            id={`word-${from + place}`}
            role="option"
            tabIndex={-1}
            data-word={from + place}
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
