import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { followLevel } from "#web/features/recorder/capture/follow-level.ts";
import { mixAudio } from "#web/features/recorder/capture/mix.ts";
import { chooseMime, expectedBytesPerSecond } from "#web/features/recorder/capture/presets.ts";
import { stop as closeSources, openMicrophone } from "#web/features/recorder/capture/sources.ts";
import { roomHere } from "#web/features/recorder/keep/watch-safety.ts";
import { aboutDuration } from "#web/features/recorder/screens/in-words.ts";
import { speedQuery } from "#web/features/recorder/send/speed.ts";
import { useIsOnline } from "#web/lib/browser/online.ts";
import { formatSize } from "#web/lib/format.ts";
import { pictureSource } from "#web/lib/picture-source.ts";
import { mayOpen } from "./use-setup.ts";

/** The facts that can be known before the first second; null is "could not be found out", and warns of nothing. */
export interface PreflightFacts {
  canRecord: boolean;
  isSecureContext: boolean;
  hasDisk: boolean;
  roomHere: number | null;
  roomOnPlan: number | null;
  expectedBytesPerSecond: number;
  instantLink: boolean;
  online: boolean;
  uploadBytesPerSecond: number | null;
  microphone: "off" | "unknown" | "missing" | "silent" | "heard";
}

export interface Advice {
  /** "stop" makes recording impossible; "warning" deserves a look; "note" is good to know. */
  weight: "stop" | "warning" | "note";
  text: string;
}

const HALF_AN_HOUR_SECONDS = 30 * 60;

/** The advice that weighs most: one at a time is read. Of equals, the one that can be mended at once. */
export function preflight(facts: PreflightFacts): Advice | null {
  const { roomOnPlan, uploadBytesPerSecond: sends, expectedBytesPerSecond: needs } = facts;
  const timeHere = shortTime(facts.roomHere, needs);
  const timeOnPlan = shortTime(roomOnPlan, needs);
  const isSlow = facts.instantLink && sends !== null && sends < needs;
  const all = [
    !facts.isSecureContext &&
      stop("Browsers record only on https or localhost. Open Kinora at its secure address."),
    !facts.canRecord &&
      stop(
        "This browser cannot record the screen. A current Chrome, Edge, Firefox or Safari on a computer can.",
      ),
    facts.microphone === "missing" &&
      note("No microphone was found. The recording will have no voice."),
    facts.microphone === "silent" &&
      warning("The microphone is silent. Say something, or choose another one."),
    !facts.hasDisk &&
      warning(
        "This browser gives no place to keep a recording. Until it is saved it exists in this tab only.",
      ),
    timeHere !== null &&
      warning(
        `There is room for ${timeHere} on this computer. Free some space for a longer recording.`,
      ),
    roomOnPlan !== null &&
      roomOnPlan <= 0 &&
      warning(
        "Your plan has no room left. You can record and download, but not save to the cloud.",
      ),
    roomOnPlan !== null &&
      timeOnPlan !== null &&
      warning(
        `Your plan has ${formatSize(roomOnPlan)} left, ${timeOnPlan} of recording. A recording that has begun is never cut.`,
      ),
    facts.instantLink &&
      !facts.online &&
      warning(
        "You are offline. The recording is kept on this computer and sent when the network is back.",
      ),
    isSlow &&
      note(
        `Your network sends about ${Math.ceil(needs / Math.max(1, sends))} times slower than you record at this quality. Sending takes longer than recording; a lower quality keeps up.`,
      ),
  ].filter((advice) => advice !== false);
  const heaviest = (weight: Advice["weight"]) => all.find((advice) => advice.weight === weight);
  return heaviest("stop") ?? heaviest("warning") ?? heaviest("note") ?? null;
}

const stop = (text: string): Advice => ({ weight: "stop", text });
const warning = (text: string): Advice => ({ weight: "warning", text });
const note = (text: string): Advice => ({ weight: "note", text });

/** The time that fits into this room, in words; null where it is enough, or where nobody knows. */
function shortTime(room: number | null, bytesPerSecond: number): string | null {
  if (room === null) return null;
  const seconds = Math.max(0, Math.floor(room / bytesPerSecond));
  return seconds < HALF_AN_HOUR_SECONDS ? aboutDuration(seconds) : null;
}

type Chosen = Pick<PreflightFacts, "instantLink" | "roomOnPlan" | "microphone">;

export function usePreflight(quality: string, chosen: Chosen): Advice | null {
  const disk = useDisk();
  const online = useIsOnline();
  const { data: speed } = useQuery({ ...speedQuery, enabled: chosen.instantLink && online });
  return preflight({
    ...chosen,
    ...disk,
    isSecureContext: window.isSecureContext,
    canRecord: recordableMime() !== null,
    expectedBytesPerSecond: expectedBytesPerSecond(quality),
    online,
    uploadBytesPerSecond: speed ?? null,
  });
}

export function recordableMime(): string | null {
  if (!pictureSource() || typeof MediaRecorder === "undefined") return null;
  return chooseMime((mime) => MediaRecorder.isTypeSupported(mime));
}

function useDisk() {
  const [disk, setDisk] = useState<Pick<PreflightFacts, "hasDisk" | "roomHere">>({
    hasDisk: true,
    roomHere: null,
  });
  useEffect(() => {
    const hasDisk = "storage" in navigator || "indexedDB" in window;
    void roomHere().then((room) => setDisk({ hasDisk, roomHere: room }));
  }, []);
  return disk;
}

export interface MicrophoneCheck {
  heard: PreflightFacts["microphone"];
  /** How loud the microphone is now; null while it is not open. */
  level: (() => number) | null;
}

/** Opens the microphone before the recording does, so that a silent one is found out in time. */
export function useMicrophoneCheck(isOn: boolean, deviceId: string | null): MicrophoneCheck {
  const [check, setCheck] = useState<MicrophoneCheck>({ heard: "unknown", level: null });
  useEffect(() => {
    if (isOn) return listen(deviceId, setCheck);
    setCheck({ heard: "off", level: null });
  }, [isOn, deviceId]);
  return check;
}

function listen(deviceId: string | null, tell: (check: MicrophoneCheck) => void): () => void {
  const stopped = new AbortController();
  void (async () => {
    if (!(await mayOpen("microphone", deviceId))) return tell({ heard: "unknown", level: null });
    const stream = await openMicrophone(deviceId === null ? "default" : { deviceId }).catch(
      () => null,
    );
    if (stopped.signal.aborted) return closeSources(stream);
    if (!stream) return tell({ heard: "missing", level: null });
    const mix = mixAudio([stream]);
    stopped.signal.addEventListener("abort", () => {
      mix.close();
      closeSources(stream);
    });
    tell({ heard: "unknown", level: mix.level });
    followLevel(mix, stopped.signal, (heard) => tell({ heard, level: mix.level }));
  })();
  return () => stopped.abort();
}
