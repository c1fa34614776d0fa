import { z } from "zod";
import { UPLOAD_KEPT_SECONDS } from "#contract/durations.ts";
import { stored } from "#web/lib/browser/browser-storage.ts";

/** Imports that a reload, a crash or a restart cut off: choosing the same file again goes on with them. */
const Unfinished = z.object({
  url: z.string(),
  name: z.string(),
  size: z.number(),
  sent: z.number(),
  at: z.number(),
});
export type Unfinished = z.infer<typeof Unfinished>;

/** Each entry is read for itself: one that makes no sense costs none of the others. */
const imports = stored({
  key: "kinora.imports",
  schema: z.record(z.string(), z.unknown()),
  fallback: {},
});

/** The key of a file: the same for the same file of the same person. */
export const fingerprint = (userId: string, { name, size, lastModified }: File) =>
  [userId, name, size, lastModified].join(" ");

export const recall = (key: string): Unfinished | undefined => stillKept()[key];

export const unfinishedOf = (userId: string): Unfinished[] =>
  Object.entries(stillKept())
    .filter(([key]) => key.startsWith(`${userId} `))
    .map(([, unfinished]) => unfinished);

export function remember(key: string, unfinished: Omit<Unfinished, "at">) {
  imports.write({ ...stillKept(), [key]: { ...unfinished, at: Date.now() } });
}

export function forget(key: string) {
  const { [key]: _done, ...others } = stillKept();
  imports.write(others);
}

function stillKept(): Record<string, Unfinished> {
  return Object.fromEntries(Object.entries(imports.read()).flatMap(fresh));
}

function fresh([key, value]: [string, unknown]): [string, Unfinished][] {
  const { data } = Unfinished.safeParse(value);
  return data && Date.now() - data.at <= UPLOAD_KEPT_SECONDS * 1000 ? [[key, data]] : [];
}
