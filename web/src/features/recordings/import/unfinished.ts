/** Imports that a reload, a crash or a restart cut off: choosing the same file again goes on with them. */
export interface Unfinished {
  url: string;
  name: string;
  size: number;
  sent: number;
  at: number;
}

const storageKey = "kinora.imports";
/** The server keeps what has arrived for a day. */
const LIFETIME = 86_400_000;

/** The same file of the same person. */
export const fingerprint = (userId: string, { name, size, lastModified }: File) =>
  [userId, name, size, lastModified].join(" ");

export const recall = (key: string): Unfinished | undefined => stored()[key];

export const unfinishedOf = (userId: string): Unfinished[] =>
  Object.entries(stored())
    .filter(([key]) => key.startsWith(`${userId} `))
    .map(([, unfinished]) => unfinished);

export function remember(key: string, unfinished: Omit<Unfinished, "at">) {
  save({ ...stored(), [key]: { ...unfinished, at: Date.now() } });
}

export function forget(key: string) {
  const { [key]: _done, ...others } = stored();
  save(others);
}

function stored(): Record<string, Unfinished> {
  try {
    const all: Record<string, unknown> = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    return Object.fromEntries(Object.entries(all).flatMap(([key, value]) => fresh(key, value)));
  } catch {
    return {};
  }
}

function fresh(key: string, value: unknown): [string, Unfinished][] {
  if (!isUnfinished(value) || Date.now() - value.at > LIFETIME) return [];
  return [[key, value]];
}

function isUnfinished(value: unknown): value is Unfinished {
  if (typeof value !== "object" || value === null) return false;
  const { url, name, size, sent, at } = value as Record<string, unknown>; // each is checked here
  return (
    [url, name].every((text) => typeof text === "string") &&
    [size, sent, at].every((number) => typeof number === "number")
  );
}

function save(all: Record<string, Unfinished>) {
  localStorage.setItem(storageKey, JSON.stringify(all));
}
