import { type Flow, lateOf, type Missing } from "#web/features/recorder/flow.ts";
import type { HereFacts } from "#web/features/recorder/keep/watch-safety.ts";
import type { ServerFacts } from "#web/features/recorder/send/upload-in-words.ts";
import { formatDuration, formatSize } from "#web/lib/format.ts";

export type SafetyFacts = HereFacts & ServerFacts;

const TIGHT_SECONDS = 10 * 60;

export function safetyMeter(facts: SafetyFacts) {
  const seconds = secondsLeft(facts);
  const room = seconds === null ? null : `room for ${aboutDuration(seconds)}`;
  const text = [here(facts), there(facts), room].filter((part) => part !== null).join(" · ");
  const tone = isCalm(facts, seconds) ? "calm" : "warning";
  return { text: text.charAt(0).toUpperCase() + text.slice(1), tone } as const;
}

/** Seconds that still fit on this computer. The plan's limit never cuts a recording that runs. */
function secondsLeft({ roomHere, bytesPerSecond }: SafetyFacts): number | null {
  if (roomHere === null || bytesPerSecond <= 0) return null;
  return Math.floor(roomHere / bytesPerSecond);
}

export function aboutDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return `about ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `about ${Math.floor(hours / 24)} days`;
  if (hours >= 10) return `about ${hours} h`;
  // Over hours, an estimate is good to ten minutes at best.
  const rest = Math.floor((minutes % 60) / 10) * 10;
  return rest === 0 ? `about ${hours} h` : `about ${hours} h ${rest} min`;
}

function here({ keeps, kept, atRisk }: SafetyFacts): string {
  if (keeps === "memory") return `only in this tab's memory ${formatSize(atRisk)}`;
  const saved = `saved on this computer ${formatSize(kept)}`;
  return atRisk > 0 ? `${saved}, ${formatSize(atRisk)} more only in this tab's memory` : saved;
}

function there({ onServer, upload }: SafetyFacts): string | null {
  if (onServer === null) return null;
  const there = `on the server ${formatSize(onServer)}`;
  if (upload === "offline") return `${there}, offline: the rest follows`;
  if (upload === "waiting") return `${there}, the server does not answer: trying again`;
  if (upload === "full") return `${there}, which is full: the rest follows`;
  if (upload === "signed-out") return `${there}, sign in again to send the rest`;
  if (upload === "refused") return `${there}, the server takes no more: the rest stays here`;
  return there;
}

function isCalm(facts: SafetyFacts, seconds: number | null): boolean {
  const isTight = seconds !== null && seconds < TIGHT_SECONDS;
  const isTroubled = ["full", "signed-out", "refused"].includes(facts.upload);
  return facts.keeps !== "memory" && facts.atRisk === 0 && !isTight && !isTroubled;
}

const MOST_NAMED = 3;
const names = { picture: "picture", sound: "sound", both: "picture and sound" };
const time = (milliseconds: number) => formatDuration(milliseconds / 1000);

export function lateInWords(flow: Flow): string | null {
  const late = lateOf(flow);
  return late && `No ${names[late.what]} since ${time(late.since)}`;
}

export function missingInWords(missing: Missing[]): string {
  const named = missing.map(({ what, from, to }) => `${names[what]} ${time(from)}–${time(to)}`);
  const rest = named.splice(MOST_NAMED).length;
  return `Missing: ${named.join(", ")}${rest > 0 ? `, and ${rest} more` : ""}`;
}
