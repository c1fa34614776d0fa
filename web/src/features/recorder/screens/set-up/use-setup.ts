import { atom, useAtom } from "jotai";
import type { Preferences } from "#contract/account.ts";
import { type Bubble, startBubble } from "#web/features/recorder/capture/camera/bubble.ts";
import type { CaptureWish } from "#web/features/recorder/capture/sources.ts";

/** What the next recording is made of. */
export interface Setup {
  surface: CaptureWish["surface"];
  microphone: boolean;
  microphoneId: string | null;
  systemAudio: boolean;
  camera: boolean;
  cameraId: string | null;
  bubble: Bubble;
  quality: string;
}

/** Choices of this visit; what was not chosen follows the preferences. */
const chosenAtom = atom<Partial<Setup>>({});

export function useSetup(preferences: Preferences) {
  const [chosen, choose] = useAtom(chosenAtom);
  const setup: Setup = {
    surface: "monitor",
    microphone: preferences.include_audio,
    microphoneId: null,
    systemAudio: preferences.include_audio,
    camera: false,
    cameraId: null,
    bubble: startBubble,
    quality: preferences.recording_quality,
    ...chosen,
  };
  const change = (fields: Partial<Setup>) => choose((before) => ({ ...before, ...fields }));
  return { setup, change };
}

export function captureWish(setup: Setup): CaptureWish {
  const { surface, quality, systemAudio, microphoneId, cameraId, bubble } = setup;
  const device = microphoneId === null ? "default" : { deviceId: microphoneId };
  return {
    surface,
    quality,
    systemAudio,
    microphone: setup.microphone ? device : "off",
    camera: setup.camera ? { deviceId: cameraId, bubble } : null,
  };
}
