import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { chooseMime } from "#web/features/recorder/capture/codec.ts";
import { expectedBytesPerSecond } from "#web/features/recorder/capture/presets.ts";
import { roomHere } from "#web/features/recorder/keep/watch-safety.ts";
import { speedQuery } from "#web/features/recorder/send/speed.ts";
import { useIsOnline } from "#web/lib/browser/online.ts";
import { pictureSource } from "#web/lib/picture-source.ts";
import { type Advice, type PreflightFacts, preflight } from "./preflight.ts";

interface Known {
  quality: string;
  instant: boolean;
  roomOnPlan: number | null;
  microphone: PreflightFacts["microphone"];
}

/** The advice before the first second, kept up to date while the choices change. */
export function usePreflight({ quality, instant, roomOnPlan, microphone }: Known): Advice | null {
  const disk = useDisk();
  const online = useIsOnline();
  const { data: speed } = useQuery({ ...speedQuery, enabled: instant && online });
  return preflight({
    isSecureContext: window.isSecureContext,
    canRecord: recordableMime() !== null,
    hasDisk: disk.exists,
    roomHere: disk.room,
    roomOnPlan,
    expectedBytesPerSecond: expectedBytesPerSecond(quality),
    instantLink: instant,
    online,
    uploadBytesPerSecond: speed ?? null,
    microphone,
  });
}

/** The format in which this browser would record, or null when it cannot. */
export function recordableMime(): string | null {
  if (!pictureSource() || typeof MediaRecorder === "undefined") return null;
  return chooseMime((mime) => MediaRecorder.isTypeSupported(mime));
}

function useDisk() {
  const [disk, setDisk] = useState<{ exists: boolean; room: number | null }>({
    exists: true,
    room: null,
  });
  useEffect(() => {
    const exists = "storage" in navigator || "indexedDB" in window;
    void roomHere().then((room) => setDisk({ exists, room }));
  }, []);
  return disk;
}
