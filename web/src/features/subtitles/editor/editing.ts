/** One line of the editor. Its number is ours alone: it stays while times and neighbours change. */
export interface EditedCue {
  id: number;
  start: number;
  end: number;
  text: string;
}

/** Where the keyboard goes next. */
interface Caret {
  id: number;
  at: number;
}

interface Step {
  cues: readonly EditedCue[];
  /** The kind of edit: letter after letter in the same cue is taken back at once. */
  doing: string;
}

export interface Editing {
  cues: readonly EditedCue[];
  /** The cues as they were stored; cues that equal them need no saving. */
  stored: readonly EditedCue[];
  past: readonly Step[];
  future: readonly Step[];
  lastId: number;
  /** The number of lines at the beginning: their ids are below it, in the order of their times. */
  begun: number;
  /** Seconds; null while nobody knows. */
  duration: number | null;
  caret: Caret | null;
  refusal: string | null;
}

export type Edit =
  | { do: "write"; id: number; text: string }
  | { do: "time"; id: number; start: number; end: number }
  /** Splits at a letter of the text, and at a moment if that lies within the cue; else in proportion. */
  | { do: "split"; id: number; at: number; moment: number }
  | { do: "join"; id: number }
  | { do: "shift"; by: number }
  | { do: "insert"; moment: number }
  | { do: "remove"; id: number }
  | { do: "undo" }
  | { do: "redo" }
  /** The caret was put where it was wanted. */
  | { do: "arrive" };

type Words = Omit<EditedCue, "id">;

/** A shorter cue can neither be read nor heard. */
const SHORTEST = 0.1;
/** The length of a new cue, where there is room. */
const USUAL = 2;

export function beginEditing(words: readonly Words[], duration: number | null): Editing {
  const cues = words.map(({ start, end, text }, id) => ({ id, start, end, text }));
  return {
    cues,
    stored: cues,
    past: [],
    future: [],
    lastId: cues.length,
    begun: cues.length,
    duration,
    caret: null,
    refusal: null,
  };
}

export function next(state: Editing, edit: Edit): Editing {
  if (edit.do === "undo") return travel(state, "past", "future");
  if (edit.do === "redo") return travel(state, "future", "past");
  if (edit.do === "arrive") return { ...state, caret: null };
  const change = outcomeOf(state, edit);
  if (typeof change === "string") return { ...state, refusal: change };
  if (change === undefined) return { ...state, refusal: null };
  const { cues, caret = null, lastId = state.lastId } = change;
  const doing = edit.do === "write" ? `write ${edit.id}` : edit.do;
  const goesOn = edit.do === "write" && state.past.at(-1)?.doing === doing && !state.future.length;
  const past = goesOn ? state.past : [...state.past, { cues: state.cues, doing }];
  return { ...state, cues, past, future: [], caret, lastId, refusal: null };
}

/** The lines to send. The server drops those without words, and the empty lines within one. */
export const toStore = ({ cues }: Editing): Words[] => cues.map(({ id: _, ...words }) => words);

export const isChanged = ({ cues, stored }: Editing) =>
  cues !== stored &&
  (cues.length !== stored.length || cues.some((cue, index) => !isSame(cue, stored[index])));

/** The cue at a moment, or undefined between two. */
export const cueAt = <Cue extends Pick<Words, "start" | "end">>(
  cues: readonly Cue[],
  moment: number,
): Cue | undefined => {
  const cue = cues.findLast(({ start }) => start <= moment);
  return cue && moment < cue.end ? cue : undefined;
};

interface Change {
  cues: readonly EditedCue[];
  caret?: Caret;
  lastId?: number;
}

type Changing = Exclude<Edit, { do: "undo" | "redo" | "arrive" }>;

/** The words of a refusal, a change, or nothing where it changes nothing. */
type Outcome = Change | string | undefined;

function outcomeOf(state: Editing, edit: Changing): Outcome {
  const change: (state: Editing, edit: never) => Outcome = changes[edit.do];
  return change(state, edit as never); // found by its own name
}

const changes: {
  [Do in Changing["do"]]: (state: Editing, edit: Changing & { do: Do }) => Outcome;
} = {
  write: ({ cues }, { id, text }) => replaced(cues, id, { text }),
  time({ cues, duration }, edit) {
    const { id } = edit;
    const times = { start: ms(edit.start), end: ms(edit.end) };
    return checkTimes(cues, { id, ...times }, duration) ?? replaced(cues, id, times);
  },
  split({ cues, lastId }, edit) {
    const index = cues.findIndex(({ id }) => id === edit.id);
    const cue = cues[index];
    if (!cue) return undefined;
    if (ms(cue.end - cue.start) < 2 * SHORTEST) return "This is too short to be split";
    const at = Math.min(Math.max(0, edit.at), cue.text.length);
    const earliest = ms(cue.start + SHORTEST);
    const latest = ms(cue.end - SHORTEST);
    const isWithin = edit.moment >= earliest && edit.moment <= latest;
    const part = cue.text.length > 0 ? at / cue.text.length : 0.5;
    const wanted = isWithin ? edit.moment : cue.start + (cue.end - cue.start) * part;
    const time = ms(Math.min(latest, Math.max(earliest, wanted)));
    const first = { ...cue, end: time, text: cue.text.slice(0, at).trimEnd() };
    const second = { ...cue, id: lastId, start: time, text: cue.text.slice(at).trimStart() };
    return {
      cues: cues.toSpliced(index, 1, first, second),
      caret: { id: second.id, at: 0 },
      lastId: lastId + 1,
    };
  },
  join({ cues }, { id }) {
    const index = cues.findIndex((cue) => cue.id === id);
    const [cue, following] = [cues[index], cues[index + 1]];
    if (!cue) return undefined;
    if (!following) return "There is nothing after this to join it with";
    const [before, after] = [cue.text.trimEnd(), following.text.trimStart()];
    const text = before && after ? `${before} ${after}` : before + after;
    const joined = { ...cue, text, end: Math.max(cue.end, following.end) };
    return { cues: cues.toSpliced(index, 2, joined), caret: { id, at: before.length } };
  },
  shift({ cues, duration }, { by }) {
    const step = ms(by);
    const [first] = cues;
    if (!first || step === 0 || !Number.isFinite(step)) return undefined;
    if (first.start + step < 0) return "The first line would begin before the recording";
    const last = Math.max(...cues.map(({ end }) => end));
    if (step > 0 && duration !== null && last + step > duration)
      return "The last line would end after the recording";
    return {
      cues: cues.map((cue) => ({ ...cue, start: ms(cue.start + step), end: ms(cue.end + step) })),
    };
  },
  insert({ cues, lastId, duration }, { moment }) {
    const start = ms(Math.max(0, moment));
    if (!Number.isFinite(start)) return undefined;
    const index = cues.filter((cue) => cue.start <= start).length;
    const end = ms(Math.min(start + USUAL, cues[index]?.start ?? Infinity, duration ?? Infinity));
    if (cueAt(cues, start)) return "There is a line at this moment already";
    if (ms(end - start) < SHORTEST) return "There is no room for another line here";
    return {
      cues: cues.toSpliced(index, 0, { id: lastId, start, end, text: "" }),
      caret: { id: lastId, at: 0 },
      lastId: lastId + 1,
    };
  },
  remove({ cues }, { id }) {
    const index = cues.findIndex((cue) => cue.id === id);
    if (index < 0) return undefined;
    const left = cues.toSpliced(index, 1);
    const near = left[Math.min(index, left.length - 1)];
    return { cues: left, ...(near && { caret: { id: near.id, at: 0 } }) };
  },
};

function replaced(cues: readonly EditedCue[], id: number, by: Partial<Words>): Outcome {
  const before = cues.find((cue) => cue.id === id);
  if (!before) return undefined;
  const after = { ...before, ...by };
  if (isSame(before, after)) return undefined;
  return { cues: cues.map((cue) => (cue === before ? after : cue)) };
}

function travel(state: Editing, from: "past" | "future", to: "past" | "future"): Editing {
  const step = state[from].at(-1);
  if (!step) return state;
  return {
    ...state,
    cues: step.cues,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], { cues: state.cues, doing: step.doing }],
    caret: null,
    refusal: null,
  };
}

const isSame = (one: EditedCue, other: EditedCue | undefined) =>
  one.start === other?.start && one.end === other.end && one.text === other.text;

/** Files of subtitles know thousandths of a second. */
const ms = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** The objection to new times of one cue among its neighbours, in words. */
function checkTimes(
  cues: readonly EditedCue[],
  { id, start, end }: Omit<EditedCue, "text">,
  duration: number | null,
): string | undefined {
  const index = cues.findIndex((cue) => cue.id === id);
  const old = cues[index];
  if (!old) return undefined;
  const [before, after] = [cues[index - 1], cues[index + 1]];
  if (!(start >= 0)) return "A line begins at 0:00 or later";
  if (!(end > start)) return "A line ends after it begins";
  // Files of others may hold lines that overlap or run past the end; those may stay, not grow.
  if (before && start < before.end && start < old.start)
    return "This would overlap the line before";
  if (after && end > after.start && end > old.end) return "This would overlap the line after";
  if (after && start > after.start) return "This would begin after the line after";
  if (duration !== null && end > duration && end > old.end)
    return "This would end after the recording";
  return undefined;
}
