import { atom, useAtomValue } from "jotai";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import type { Take } from "#web/features/recorder/keep/take.ts";

export interface Aside {
  take: Take;
  /** The server has heard of it, or cannot be reached. */
  told: Promise<void> | null;
  /** The place on the server, while the take that follows has yet to take it. */
  former: Manifest["upload"];
  timer: ReturnType<typeof setTimeout>;
}

export const asideAtom = atom<readonly Aside[]>([]);

/** The takes that can be brought back, the last one thrown away at the end. */
export const useAside = () => useAtomValue(asideAtom);
