import { aboutDuration } from "#web/features/recorder/screens/safety.ts";
import { formatSize } from "#web/lib/format.ts";

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
  const all = [browser(facts), microphone(facts), disk(facts), plan(facts), network(facts)];
  const heaviest = (weight: Advice["weight"]) => all.find((advice) => advice?.weight === weight);
  return heaviest("stop") ?? heaviest("warning") ?? heaviest("note") ?? null;
}

function browser({ canRecord, isSecureContext }: PreflightFacts): Advice | null {
  if (!isSecureContext)
    return {
      weight: "stop",
      text: "Browsers record only on https or localhost. Open Kinora at its secure address.",
    };
  if (!canRecord)
    return {
      weight: "stop",
      text: "This browser cannot record the screen. A current Chrome, Edge, Firefox or Safari on a computer can.",
    };
  return null;
}

function disk({ hasDisk, roomHere, expectedBytesPerSecond }: PreflightFacts): Advice | null {
  if (!hasDisk)
    return {
      weight: "warning",
      text: "This browser gives no place to keep a recording. Until it is saved it exists in this tab only.",
    };
  const seconds = fits(roomHere, expectedBytesPerSecond);
  if (seconds === null || seconds >= HALF_AN_HOUR_SECONDS) return null;
  return {
    weight: "warning",
    text: `There is room for ${aboutDuration(seconds)} on this computer. Free some space for a longer recording.`,
  };
}

function plan({ roomOnPlan, expectedBytesPerSecond }: PreflightFacts): Advice | null {
  const seconds = fits(roomOnPlan, expectedBytesPerSecond);
  if (roomOnPlan === null || seconds === null || seconds >= HALF_AN_HOUR_SECONDS) return null;
  if (roomOnPlan <= 0)
    return {
      weight: "warning",
      text: "Your plan has no room left. You can record and download, but not save to the cloud.",
    };
  return {
    weight: "warning",
    text: `Your plan has ${formatSize(roomOnPlan)} left, ${aboutDuration(seconds)} of recording. A recording that has begun is never cut.`,
  };
}

function network(facts: PreflightFacts): Advice | null {
  const { instantLink, online, uploadBytesPerSecond, expectedBytesPerSecond } = facts;
  if (!instantLink) return null;
  if (!online)
    return {
      weight: "warning",
      text: "You are offline. The recording is kept on this computer and sent when the network is back.",
    };
  if (uploadBytesPerSecond === null || uploadBytesPerSecond >= expectedBytesPerSecond) return null;
  const times = Math.ceil(expectedBytesPerSecond / Math.max(1, uploadBytesPerSecond));
  return {
    weight: "note",
    text: `Your network sends about ${times} times slower than you record at this quality. Sending takes longer than recording; a lower quality keeps up.`,
  };
}

function microphone({ microphone: heard }: PreflightFacts): Advice | null {
  if (heard === "missing")
    return {
      weight: "note",
      text: "No microphone was found. The recording will have no voice.",
    };
  if (heard !== "silent") return null;
  return {
    weight: "warning",
    text: "The microphone is silent. Say something, or choose another one.",
  };
}

function fits(room: number | null, bytesPerSecond: number): number | null {
  return room === null ? null : Math.max(0, Math.floor(room / bytesPerSecond));
}
