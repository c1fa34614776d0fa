import { atom, getDefaultStore, useAtomValue } from "jotai";
import { useEffect, useEffectEvent } from "react";

const store = getDefaultStore();

/** Whether the record page is on screen; where it is not, the dock is. */
const pageAtom = atom(false);

/** The function that starts a recording from the record page; null wherever none can be started. */
const startAtom = atom<{ start: () => void } | null>(null);

export const isPageOpen = () => store.get(pageAtom);
export const useIsPageOpen = () => useAtomValue(pageAtom);

export const useOfferedStart = () => useAtomValue(startAtom);

/** Lets other parts of the screen start the recording that this page would. */
export function useOfferStart(start: (() => void) | undefined) {
  const offered = useEffectEvent(() => start?.());
  const canStart = start !== undefined;
  useEffect(() => {
    if (!canStart) return;
    store.set(startAtom, { start: () => offered() });
    return () => store.set(startAtom, null);
  }, [canStart]);
}

export function usePageOpen() {
  useEffect(() => {
    store.set(pageAtom, true);
    return () => store.set(pageAtom, false);
  }, []);
}
