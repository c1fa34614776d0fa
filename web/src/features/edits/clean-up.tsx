import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { type KeptRange, lengthOfCut } from "#contract/timeline.ts";
import { isNotMeasured, silencesQuery } from "#web/data/edits.ts";
import { errorText } from "#web/lib/api-error.ts";
import { counted } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { Checkbox } from "#web/ui/controls/checkbox.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { preciseTime } from "./precise-time.ts";
import type { Editing } from "./use-editing.ts";
import { type Filler, findFillers, isRemoved, type Said, stretchOf } from "./words/said-words.ts";

interface Props extends Editing {
  onClose: () => void;
}

const lengths = ["0.5", "1", "1.5", "2", "3", "5"] as const;
const choices = lengths.map((value) => ({ value, label: `${value} s` }));
/** So much of a silence stays on both sides: speech without a pause sounds hurried. */
const BREATH = 0.15;

/** The silences that are longer than somebody chooses, shown before they are taken. */
export function RemoveSilences(props: Props) {
  const { kept } = props.state;
  const [longerThan, setLongerThan] = useState<(typeof lengths)[number]>("1");
  const query = useQuery(silencesQuery(props.video.scope, Number(longerThan)));
  const found = useMemo(() => stillKept(query.data ?? [], kept), [query.data, kept]);
  return (
    <Panel {...props} label="Remove silences" noun="silence" ranges={found}>
      <div className="flex flex-wrap items-center gap-2 text-14">
        Longer than
        <Select
          label="Longer than"
          labelHidden
          size="word"
          value={longerThan}
          options={choices}
          onChange={setLongerThan}
        />
      </div>
      <p role="status" className="text-13 text-ink-2">
        {query.error
          ? isNotMeasured(query.error)
            ? "The sound is still being measured. The silences appear here by themselves."
            : errorText(query.error, "The silences could not be found. Try again.")
          : query.isPending
            ? "Listening…"
            : found.length === 0
              ? "There are no silences of this length."
              : `${counted(found.length, "silence")}, ${lengthOfCut(found).toFixed(1)} s in all. They are marked on the timeline.`}
      </p>
    </Panel>
  );
}

/** The insides of silences, as far as they are not removed yet. */
function stillKept(silences: readonly KeptRange[], kept: readonly KeptRange[]): KeptRange[] {
  return silences
    .map(({ start, end }) => ({ start: start === 0 ? 0 : start + BREATH, end: end - BREATH }))
    .filter((range) => range.end > range.start && !isRemoved(kept, range));
}

/** Each word that says nothing is suggested, and taken only where its box is ticked. */
export function RemoveFillers(props: Props & Said) {
  const { words, language, seek } = props;
  const { kept } = props.state;
  const found = useMemo(
    () =>
      findFillers(words, language).filter(({ first, last }) =>
        words.slice(first, last + 1).every((word) => !isRemoved(kept, word)),
      ),
    [words, language, kept],
  );
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set());
  const taken = useMemo(
    () =>
      found
        .filter((one) => isTaken(one, changed))
        .map(({ first, last }) => stretchOf(words, first, last)),
    [found, changed, words],
  );
  const startOf = ({ first }: Filler) => words[first]?.start ?? 0;
  const turn = (one: Filler) => {
    const turned = new Set(changed);
    if (!turned.delete(one.first)) turned.add(one.first);
    setChanged(turned);
  };
  return (
    <Panel {...props} label="Remove filler words" noun="word" ranges={taken}>
      {found.length === 0 ? (
        <p className="text-13 text-ink-2">There are no filler words in what is said here.</p>
      ) : (
        <ul className="grid max-h-64 gap-0.5 overflow-y-auto">
          {found.map((one) => (
            <li key={one.first} className="flex items-center gap-3 py-1">
              <Checkbox
                label={`Remove ${one.name} at ${preciseTime(startOf(one))}`}
                checked={isTaken(one, changed)}
                onChange={() => turn(one)}
              />
              <button
                type="button"
                className="min-w-0 flex-1 truncate rounded-8 text-left text-13 text-ink-2"
                onClick={() => seek(Math.max(0, startOf(one) - 1))}
              >
                <Around {...{ words, ...one }} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** A sound is taken, and a word is not, until somebody says otherwise. */
const isTaken = ({ first, isDoubtful }: Filler, changed: ReadonlySet<number>) =>
  isDoubtful === changed.has(first);

/** A filler with the words around it, so that one sees what it says there. */
function Around({ words, first, last }: Pick<Said, "words"> & Filler) {
  const said = (from: number, to: number) =>
    words
      .slice(Math.max(0, from), to)
      .map(({ text }) => text)
      .join(" ");
  return (
    <>
      {said(first - 3, first)} <b className="font-semibold text-ink">{said(first, last + 1)}</b>{" "}
      {said(last + 1, last + 4)}
    </>
  );
}

interface PanelProps extends Props {
  label: string;
  /** The name of one range. */
  noun: string;
  ranges: readonly KeptRange[];
  children: ReactNode;
}

/** Ranges that somebody may have removed, marked on the timeline meanwhile. */
function Panel({ label, noun, ranges, act, onMark, onClose, children }: PanelProps) {
  const card = useRef<HTMLElement>(null);
  // The button that opens the panel goes, and with it the keyboard's place.
  useEffect(() => card.current?.focus(), []);
  useEffect(() => onMark(ranges), [ranges, onMark]);
  useEffect(() => () => onMark([]), [onMark]);
  const remove = () => {
    act({ do: "remove", ranges });
    onClose();
  };
  return (
    <Card
      ref={card}
      tabIndex={-1}
      aria-label={label}
      className="grid gap-3 p-4 outline-none"
      onKeyDown={(event) => {
        // The open list of a select lies elsewhere, and closes by itself.
        const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key !== "Escape" || !isInside) return;
        event.preventDefault();
        onClose();
      }}
    >
      <h2 className="font-medium text-14">{label}</h2>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" tone="primary" disabled={ranges.length === 0} onClick={remove}>
          Remove {counted(ranges.length, noun)}
        </Button>
        <Button size="sm" tone="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Card>
  );
}
