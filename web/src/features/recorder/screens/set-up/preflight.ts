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
  id: string;
  /** "stop" makes recording impossible; "warning" deserves a look; "note" is good to know. */
  weight: "stop" | "warning" | "note";
  text: string;
}

const HALF_AN_HOUR_SECONDS = 30 * 60;

export function preflight(facts: PreflightFacts): Advice[] {
  return [browser(facts), disk(facts), plan(facts), network(facts), microphone(facts)].filter(
    (advice) => advice !== null,
  );
}

function browser({ canRecord, isSecureContext }: PreflightFacts): Advice | null {
  if (!isSecureContext)
    return {
      id: "secure",
      weight: "stop",
      text: "Browsers record only on https or localhost. Open Kinora at its secure address.",
    };
  if (!canRecord)
    return {
      id: "browser",
      weight: "stop",
      text: "This browser cannot record the screen. A current Chrome, Edge, Firefox or Safari on a computer can.",
    };
  return null;
}

function disk({ hasDisk, roomHere, expectedBytesPerSecond }: PreflightFacts): Advice | null {
  if (!hasDisk)
    return {
      id: "memory",
      weight: "warning",
      text: "This browser gives no place to keep a recording. Until it is saved it exists in this tab only.",
    };
  const seconds = fits(roomHere, expectedBytesPerSecond);
  if (seconds === null || seconds >= HALF_AN_HOUR_SECONDS) return null;
  return {
    id: "disk",
    weight: "warning",
    text: `There is room for ${aboutDuration(seconds)} on this computer. Free some space for a longer recording.`,
  };
}

function plan({ roomOnPlan, expectedBytesPerSecond }: PreflightFacts): Advice | null {
  const seconds = fits(roomOnPlan, expectedBytesPerSecond);
  if (roomOnPlan === null || seconds === null || seconds >= HALF_AN_HOUR_SECONDS) return null;
  if (roomOnPlan <= 0)
    return {
      id: "plan",
      weight: "warning",
      text: "Your plan has no room left. You can record and download, but not save to the cloud.",
    };
  return {
    id: "plan",
    weight: "warning",
    text: `Your plan has ${formatSize(roomOnPlan)} left, ${aboutDuration(seconds)} of recording. A recording that has begun is never cut.`,
  };
}

function network(facts: PreflightFacts): Advice | null {
  const { instantLink, online, uploadBytesPerSecond, expectedBytesPerSecond } = facts;
  if (!instantLink) return null;
  if (!online)
    return {
      id: "network",
      weight: "warning",
      text: "You are offline. The recording is kept on this computer and sent when the network is back.",
    };
  if (uploadBytesPerSecond === null || uploadBytesPerSecond >= expectedBytesPerSecond) return null;
  const times = Math.ceil(expectedBytesPerSecond / Math.max(1, uploadBytesPerSecond));
  return {
    id: "network",
    weight: "note",
    text: `Your network sends about ${times} times slower than you record at this quality. Sending takes longer than recording; a lower quality keeps up.`,
  };
}

function microphone({ microphone: heard }: PreflightFacts): Advice | null {
  if (heard === "missing")
    return {
      id: "microphone",
      weight: "note",
      text: "No microphone was found. The recording will have no voice.",
    };
  if (heard !== "silent") return null;
  return {
    id: "microphone",
    weight: "warning",
    text: "The microphone is silent. Say something, or choose another one.",
  };
}

function fits(room: number | null, bytesPerSecond: number): number | null {
  return room === null ? null : Math.max(0, Math.floor(room / bytesPerSecond));
}
