/** Plain functions, no schemas: search is read in the first chunk that every page loads, and zod is not. */

export const oneOf = <Choice extends string>(choices: readonly Choice[], value: unknown) =>
  choices.find((choice) => choice === value);

export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, 200) : undefined;
}

/** A page number worth writing down: the first is where a list begins anyway. */
export function pageNumber(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 1 ? number : undefined;
}

/** `redirect` if it is a path of ours: any other address would make signing in a springboard. */
export function ownPath({ redirect }: Record<string, unknown>): { redirect?: string } {
  return typeof redirect === "string" && /^\/(?![/\\])/.test(redirect) ? { redirect } : {};
}

/** `proof`: what a letter carried, that shows whose address it was sent to. */
export function letter({ proof }: Record<string, unknown>): { proof?: string } {
  return typeof proof === "string" && /^[\w.-]{1,2000}$/.test(proof) ? { proof } : {};
}

/** `v`: the recording that is meant behind a link to a folder. */
export function which({ v }: Record<string, unknown>): { v?: string } {
  return typeof v === "string" && /^[\da-f-]{36}$/.test(v) ? { v } : {};
}

/** `t`: the second of a video at which a link wants it to begin. */
export function moment({ t }: Record<string, unknown>): { t?: number } {
  const seconds = Number(t);
  return t !== undefined && t !== "" && Number.isFinite(seconds) && seconds >= 0
    ? { t: seconds }
    : {};
}
