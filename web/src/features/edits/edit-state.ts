import { z } from "zod";
import { EditRange, SHORTEST_RANGE_SECONDS } from "#contract/edits.ts";
import {
  isNear,
  isSame,
  type KeptRange,
  normalise,
  SAME_MOMENT,
  toCut,
} from "#contract/timeline.ts";

export const Ranges = z.array(EditRange).readonly();

/** The parts that are kept, and where the person has divided them; both in seconds of the original. */
const Shape = z.object({ kept: Ranges, splits: z.array(z.number()).readonly() });
type Shape = z.infer<typeof Shape>;

export const EditState = Shape.extend({
  /** Of the original. */
  duration: z.number(),
  past: z.array(Shape).readonly(),
  future: z.array(Shape).readonly(),
  /** The hold on a handle, as long as it lasts: all of its moves are one step back. */
  hold: z.number().nullable(),
  selected: EditRange.nullable(),
});
export type EditState = z.infer<typeof EditState>;

export type EditAction =
  | { do: "trim"; edge: "start" | "end"; to: number; hold?: number }
  /** Another stretch is removed in place of the one with the same other edge. */
  | { do: "recut"; edge: "start" | "end"; to: KeptRange; hold?: number }
  | { do: "split"; at: number }
  | { do: "remove"; ranges: readonly KeptRange[] }
  | { do: "bring back"; range: KeptRange }
  | { do: "keep"; kept: readonly KeptRange[] }
  | { do: "select"; range: KeptRange | null }
  | { do: "undo" | "redo" };

/** A stretch of the timeline: kept, or removed. */
export interface Part extends KeptRange {
  isKept: boolean;
}

export const beginEdit = (kept: readonly KeptRange[], duration: number): EditState => ({
  ...{ kept: normalise(kept), splits: [], duration },
  ...{ past: [], future: [], hold: null, selected: null },
});

export function next(state: EditState, action: EditAction): EditState {
  switch (action.do) {
    case "trim":
      return moved(state, action.hold, (before) => trimmed(before, action));
    case "recut": {
      const after = moved(state, action.hold, (before) => {
        const gap = gapOf(before, action);
        return gap ? recut(before, gap, action.to) : before;
      });
      return { ...after, selected: gapOf(after, action) };
    }
    case "split":
      return changed(state, withSplit(state, action.at));
    case "remove":
      return changed(state, { ...state, kept: without(state.kept, action.ranges) });
    case "bring back":
      return changed(state, { ...state, kept: normalise([...state.kept, action.range]) });
    case "keep":
      return changed(state, { ...state, kept: normalise(action.kept) });
    case "select":
      return { ...state, selected: action.range };
    case "undo":
      return stepped(state, "past", "future");
    case "redo":
      return stepped(state, "future", "past");
  }
}

/** All of the film in order, divided where parts end and where it was split. */
export function partsOf({ kept, splits, duration }: Shape & { duration: number }): Part[] {
  const edges = kept.flatMap(({ start, end }) => [start, end]);
  const all = [...new Set([0, ...edges, ...splits, duration])].sort((a, b) => a - b);
  return all.slice(1).map((end, index) => {
    const start = all[index] ?? 0;
    return { start, end, isKept: toCut(kept, (start + end) / 2) !== null };
  });
}

export const partAt = (parts: readonly Part[], at: number) =>
  parts.find(({ start, end }) => at >= start && at < end) ?? parts.at(-1);

function without(kept: readonly KeptRange[], gone: readonly KeptRange[]): KeptRange[] {
  return normalise(gone).reduce<KeptRange[]>(
    (left, { start, end }) =>
      left.flatMap((range) =>
        normalise([
          { start: range.start, end: Math.min(range.end, start) },
          { start: Math.max(range.start, end), end: range.end },
        ]),
      ),
    [...kept],
  );
}

/** A step that can be taken back, or no step: something must be left to show. */
function changed(state: EditState, shape: Shape): EditState {
  const { splits } = shape;
  const kept = tidied(shape.kept, state.duration);
  if (kept.length === 0) return state;
  if (isSame(kept, state.kept) && splits.length === state.splits.length) return state;
  const past = [...state.past, { kept: state.kept, splits: state.splits }];
  return { ...state, kept, splits, past, future: [], hold: null, selected: null };
}

/** In whole milliseconds, and without what is too short to be a part. */
function tidied(kept: readonly KeptRange[], duration: number): KeptRange[] {
  const exact = (at: number) => (isNear(at, duration) ? duration : Math.round(at * 1000) / 1000);
  return normalise(kept.map(({ start, end }) => ({ start: exact(start), end: exact(end) }))).filter(
    // A handle at its last place would else find too short what it leaves.
    ({ start, end }) => end - start >= SHORTEST_RANGE_SECONDS - SAME_MOMENT,
  );
}

/** Each move of one hold begins from what there was before it: what a handle passed over comes back with it. */
function moved(state: EditState, hold: number | undefined, change: (before: EditState) => Shape) {
  const isGoingOn = hold !== undefined && hold === state.hold;
  const before = isGoingOn ? { ...next(state, { do: "undo" }), future: [] } : state;
  const after = changed(before, change(before));
  return { ...after, ...(after !== before && { hold: hold ?? null }), selected: state.selected };
}

function trimmed(before: EditState, { edge, to }: { edge: string; to: number }) {
  const { kept, duration } = before;
  const [first, last] = [kept.at(0)?.start ?? 0, kept.at(-1)?.end ?? duration];
  if (edge === "start") {
    const at = Math.min(Math.max(0, to), last - SHORTEST_RANGE_SECONDS);
    return recut(before, { start: at, end: first }, { start: 0, end: at });
  }
  const at = Math.max(Math.min(duration, to), first + SHORTEST_RANGE_SECONDS);
  return recut(before, { start: last, end: at }, { start: at, end: duration });
}

/** The removed part with the same other edge. The edge that moves may have reached another part. */
function gapOf(state: EditState, { edge, to }: { edge: string; to: KeptRange }): KeptRange | null {
  const other = edge === "start" ? "end" : "start";
  const gap = partsOf(state).find((part) => !part.isKept && isNear(part[other], to[other]));
  return gap ? { start: gap.start, end: gap.end } : null;
}

function recut({ kept, splits }: Shape, gap: KeptRange, to: KeptRange): Shape {
  return { splits, kept: without(normalise([...kept, gap]), [to]) };
}

function withSplit({ kept, splits }: Shape, at: number): Shape {
  const isInside = ({ start, end }: KeptRange) =>
    at >= start + SHORTEST_RANGE_SECONDS && at <= end - SHORTEST_RANGE_SECONDS;
  const isNear = (split: number) => Math.abs(split - at) < SHORTEST_RANGE_SECONDS;
  const isNew = kept.some(isInside) && !splits.some(isNear);
  return { kept, splits: isNew ? [...splits, at].sort((a, b) => a - b) : splits };
}

function stepped(state: EditState, from: "past" | "future", onto: "past" | "future"): EditState {
  const shape = state[from].at(-1);
  if (!shape) return state;
  const left = { kept: state.kept, splits: state.splits };
  return {
    ...{ ...state, ...shape, hold: null, selected: null },
    ...{ [from]: state[from].slice(0, -1), [onto]: [...state[onto], left] },
  };
}
