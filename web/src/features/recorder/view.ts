import { atom, getDefaultStore, useAtomValue } from "jotai";
import { isolate } from "#web/lib/listeners.ts";
import type { Upload } from "#web/lib/uploads/machine.ts";
import type { Bubble } from "./capture/camera/bubble.ts";
import { type Look, nothingOpen } from "./capture/look.ts";
import { type Flow, type Missing, startFlow } from "./flow.ts";
import type { HereFacts } from "./keep/watch-safety.ts";
import type { CaptionsWish } from "./send/ask-for-captions.ts";
import type { Verdict } from "./send/receipt.ts";
import type { State } from "./steps.ts";

/** The recorder as a screen may show it. It outlives the record page: a recording goes on behind other pages. */
export interface View extends Look {
  state: State;
  title: string;
  /** The name that the file has, or will have, on a disk. */
  fileName: string;
  /** Some sound is recorded; whether there is any to hear is another matter. */
  hasSound: boolean;
  /** Where the camera is placed in the picture. */
  bubble: Bubble | null;
  blob: Blob | null;
  /** Known as soon as the server has made a place for the recording. */
  recordingId: string | null;
  upload: Upload | null;
  safety: HereFacts | null;
  flow: Flow;
  lightened: string | null;
  missing: Missing[];
  verdict: Verdict | null;
  captions: CaptionsWish;
}

/** The fields that are of one take; another of the same sources begins with these. */
export const nothingRecorded = {
  title: "",
  fileName: "",
  blob: null,
  upload: null,
  safety: null,
  flow: startFlow(false),
  missing: [],
  verdict: null,
  captions: null,
} satisfies Partial<View>;

export const emptyView: View = {
  state: { name: "idle" },
  ...nothingOpen,
  ...nothingRecorded,
  hasSound: true,
  bubble: null,
  recordingId: null,
  lightened: null,
};

const store = getDefaultStore();
const viewAtom = atom<View>(emptyView);

export const view = () => store.get(viewAtom);
/** A screen that fails to show a change is reported, and stops no recording. */
export const show = isolate((fields: Partial<View>) =>
  store.set(viewAtom, { ...view(), ...fields }),
);
export const useRecorder = () => useAtomValue(viewAtom);
