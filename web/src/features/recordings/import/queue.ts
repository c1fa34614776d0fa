import { IMPORT_LIMIT_BYTES, IMPORT_TOO_LARGE, IMPORT_WRONG_TYPE } from "#contract/recordings.ts";

/**
 * chosen: waits for the person to start. waiting: waits for its turn. sending: bytes are under way.
 * done, failed, refused: over.
 */
export interface Item {
  id: number;
  file: File;
  /** Where it goes, whatever is shown when its turn comes. */
  folder?: string | undefined;
  state: "chosen" | "waiting" | "sending" | "done" | "failed" | "refused";
  sent: number;
  /** The reason why the item is over, or what it waits for. */
  message?: string | undefined;
}

export interface Queue {
  items: readonly Item[];
  nextId: number;
}

export type QueueEvent =
  | { type: "chosen"; files: readonly File[]; folder?: string | undefined }
  | { type: "begun" | "cleared" }
  | { type: "sending" | "done" | "again" | "removed"; id: number }
  | { type: "sent"; id: number; bytes: number; message?: string | undefined }
  | { type: "failed"; id: number; message: string };

export const emptyQueue = { items: [], nextId: 1 };

export function next(queue: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case "chosen":
      return choose(queue, event);
    case "begun":
      return map(queue, (item) => (item.state === "chosen" ? { ...item, state: "waiting" } : item));
    case "sending":
    case "done":
      return change(queue, event.id, { state: event.type, message: undefined });
    case "sent":
      return change(queue, event.id, { sent: event.bytes, message: event.message });
    case "failed":
      return change(queue, event.id, { state: stateAfter(event.message), message: event.message });
    case "again":
      return change(queue, event.id, { state: "waiting", message: undefined });
    case "removed":
      return { ...queue, items: queue.items.filter(({ id }) => id !== event.id) };
    case "cleared":
      return { items: [], nextId: queue.nextId };
  }
}

/** A second try changes nothing about a file that the server refuses. */
const stateAfter = (message: string) =>
  message === IMPORT_WRONG_TYPE || message === IMPORT_TOO_LARGE ? "refused" : "failed";

/** Files that join an import under way need no second start. */
function choose(queue: Queue, { files, folder }: Extract<QueueEvent, { type: "chosen" }>) {
  const state = isBusy(queue) ? "waiting" : "chosen";
  const added = files.map((file, index): Item => {
    const id = queue.nextId + index;
    const message = refusalOf(file);
    return { id, file, folder, sent: 0, ...(message ? { state: "refused", message } : { state }) };
  });
  return { items: [...queue.items, ...added], nextId: queue.nextId + added.length };
}

/** The file to send now: one at a time is as fast as all at once, and the first is there sooner. */
export function upNext({ items }: Queue): Item | undefined {
  if (items.some(({ state }) => state === "sending")) return undefined;
  return items.find(({ state }) => state === "waiting");
}

export const isBusy = ({ items }: Queue) =>
  items.some(({ state }) => state === "sending" || state === "waiting");

/** Every file that can be imported is; the refused ones have been named, and no second try would change them. */
export const isComplete = ({ items }: Queue) =>
  items.some(({ state }) => state === "done") &&
  items.every(({ state }) => state === "done" || state === "refused");

/** Some file was imported: there is nothing left to take back. */
export const isPartlyDone = ({ items }: Queue) =>
  items.some(({ state }) => state === "done") && items.every(({ state }) => state !== "chosen");

/** Files that need somebody's eye stand where a long list begins. */
export const wrongFirst = ({ items }: Queue) =>
  items.toSorted((one, other) => Number(isWrong(other)) - Number(isWrong(one)));

const isWrong = ({ state }: Item) => state === "failed" || state === "refused";

export function refusedInWords({ items }: Queue): string | undefined {
  const refused = items.filter(({ state }) => state === "refused");
  const [first] = refused;
  if (!first) return undefined;
  if (refused.length === 1) return `${first.file.name} was not imported: ${first.message}`;
  const names = refused.map(({ file }) => file.name).join(", ");
  return `${refused.length} files were not imported: ${names}`;
}

/** 100 only when the server has said so. */
export function percentOf({ state, sent, file: { size } }: Item): number {
  if (state === "done") return 100;
  return size === 0 ? 0 : Math.min(99, Math.floor((sent / size) * 100));
}

function map(queue: Queue, each: (item: Item) => Item): Queue {
  return { ...queue, items: queue.items.map(each) };
}

function change(queue: Queue, id: number, changes: Partial<Item>): Queue {
  return map(queue, (item) => (item.id === id ? { ...item, ...changes } : item));
}

export const ACCEPTED = [".mp4", ".webm", ".mov", ".avi", ".mkv"] as const;

/** Why a file cannot be imported; undefined when it can. The server looks at the content too. */
function refusalOf({ name, size }: Pick<File, "name" | "size">): string | undefined {
  const lower = name.toLowerCase();
  if (!ACCEPTED.some((extension) => lower.endsWith(extension))) return IMPORT_WRONG_TYPE;
  if (size > IMPORT_LIMIT_BYTES) return IMPORT_TOO_LARGE;
  return size === 0 ? "The file is empty" : undefined;
}
