import { atom, getDefaultStore } from "jotai";
import type { Take } from "./take.ts";

/** Recordings that are not saved, each for its owner alone; this tab holds them until they are dealt with. */
export const heldTakesAtom = atom<readonly Take[]>([]);
const store = getDefaultStore();

export const hold = (take: Take) => store.set(heldTakesAtom, (all) => [...all, take]);

export function forget(take: Take) {
  store.set(heldTakesAtom, (all) => all.filter((other) => other !== take));
}
