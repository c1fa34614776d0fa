import { atom, useAtom } from "jotai";
import { useState } from "react";
import { z } from "zod";
import type { Preferences } from "#contract/account.ts";
import { type Bubble, startBubble } from "#web/features/recorder/capture/camera/bubble.ts";
import type { CaptureWish } from "#web/features/recorder/capture/sources.ts";
import { stored } from "#web/lib/browser-storage.ts";
import type { PictureSource } from "#web/lib/picture-source.ts";

/** The choices that make the next recording. */
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

/** Microphone and camera are this computer's, and so is the choice among them. */
const devices = stored({
  key: "kinora.devices",
  schema: z.object({ microphoneId: z.string().nullable(), cameraId: z.string().nullable() }),
  fallback: { microphoneId: null, cameraId: null },
});

/** Choices of this visit; for all others the preferences count. */
const chosenAtom = atom<Partial<Setup>>({});

export function useSetup(preferences: Preferences) {
  const [chosen, choose] = useAtom(chosenAtom);
  const [kept] = useState(devices.read);
  const setup: Setup = {
    surface: "monitor",
    microphone: preferences.include_audio,
    systemAudio: preferences.include_audio,
    camera: false,
    bubble: startBubble,
    quality: preferences.recording_quality,
    ...kept,
    ...chosen,
  };
  const change = (fields: Partial<Setup>) => {
    choose((before) => ({ ...before, ...fields }));
    const { microphoneId, cameraId } = { ...setup, ...fields };
    if ("microphoneId" in fields || "cameraId" in fields) devices.write({ microphoneId, cameraId });
  };
  return { setup, change };
}

export function captureWish(setup: Setup, picture: PictureSource): CaptureWish {
  const { surface, quality, microphoneId, cameraId, bubble } = setup;
  const device = microphoneId === null ? "default" : { deviceId: microphoneId };
  return {
    surface,
    quality,
    picture,
    systemAudio: setup.systemAudio && picture === "screen",
    microphone: setup.microphone ? device : "off",
    camera: setup.camera || picture === "camera" ? { deviceId: cameraId, bubble } : null,
  };
}
