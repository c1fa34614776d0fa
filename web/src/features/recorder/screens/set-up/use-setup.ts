import { atom, useAtom } from "jotai";
import { useEffect, useState } from "react";
import { z } from "zod";
import type { Preferences } from "#contract/account.ts";
import { startBubble } from "#web/features/recorder/capture/camera/bubble.ts";
import type { CaptureWish } from "#web/features/recorder/capture/sources.ts";
import { stored } from "#web/lib/browser/browser-storage.ts";
import type { PictureSource } from "#web/lib/picture-source.ts";

const Setup = z.object({
  surface: z.enum(["monitor", "window", "browser"]),
  microphone: z.boolean(),
  microphoneId: z.string().nullable(),
  systemAudio: z.boolean(),
  camera: z.boolean(),
  cameraId: z.string().nullable(),
  bubble: z.object({ x: z.number(), y: z.number(), size: z.number() }),
});
export type Setup = z.infer<typeof Setup>;

/** Choices are this computer's, like its devices. The preference for sound is the one they were made under. */
const Choices = Setup.extend({ include_audio: z.boolean() });
const kept = stored({ key: "kinora.setup", schema: Choices, fallback: null });

/** Choices of this visit, in which the person has seen whether the camera is on. */
const chosenAtom = atom<z.infer<typeof Choices> | null>(null);

export function useSetup({ include_audio }: Preferences, picture: PictureSource) {
  const [chosen, choose] = useAtom(chosenAtom);
  const [earlier] = useState(kept.read);
  const choices = chosen ?? earlier;
  // A later change in the settings counts more than an earlier choice here.
  const sound = choices?.include_audio === include_audio ? choices : null;
  const setup: Setup = {
    surface: "monitor",
    microphoneId: null,
    cameraId: null,
    bubble: startBubble,
    ...choices,
    microphone: sound?.microphone ?? include_audio,
    systemAudio: sound?.systemAudio ?? include_audio,
    camera: chosen?.camera ?? false,
  };
  const change = (fields: Partial<Setup>) =>
    choose((before) => {
      const basis = before?.include_audio === include_audio ? before : setup;
      const next = { ...basis, ...fields, include_audio };
      kept.write(next);
      return next;
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, and for no camera that was chosen since
  useEffect(() => {
    if (picture === "screen" && (chosen || !earlier?.camera)) return;
    void mayOpen("camera", setup.cameraId).then((may) => may && change({ camera: true }));
  }, []);
  return { setup, change };
}

export function captureWish(setup: Setup, quality: string, picture: PictureSource): CaptureWish {
  const { surface, microphoneId, cameraId, bubble } = setup;
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

/** Asking for a permission nobody expects is rude: only a choice or an earlier yes opens a device. */
export async function mayOpen(name: "microphone" | "camera", deviceId: string | null) {
  if (deviceId !== null) return true;
  const status = await navigator.permissions?.query({ name }).catch(() => null);
  return status?.state === "granted";
}
