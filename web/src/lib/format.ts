import { format, formatDistanceStrict, isValid, parseISO } from "date-fns";
import { serverNow } from "./server-clock.ts";

const units = ["Bytes", "KB", "MB", "GB"] as const;

/** 1536 → '1.5 KB'; base 1024, at most two decimals, nothing above GB. */
export function formatSize(bytes: number) {
  if (!(bytes > 0)) return "0 Bytes";
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power]}`;
}

/** 0.25 → '0.25 GB': sums, always in the unit that plans are told in. */
export const formatGigabytes = (gigabytes: number) =>
  gigabytes > 0 && gigabytes < 0.01 ? "< 0.01 GB" : `${gigabytes.toFixed(2)} GB`;

/** 4.25 → '4.3 ms', 1234 → '1.23 s': how long a machine takes. */
export function formatMilliseconds(ms: number) {
  if (ms >= 1000) return `${Number((ms / 1000).toFixed(2))} s`;
  return `${Number(ms.toFixed(ms < 100 ? 1 : 0))} ms`;
}

/** 'view' of one, 'views' of any other number. */
export const plural = (count: number, noun: string) => (count === 1 ? noun : `${noun}s`);

const MARKS =
  /(?<=[a-z\u0370-\u03ffе])[\u0300-\u036f]+|[\u05b0-\u05bd\u05bf\u05c1\u05c2\u064b-\u0652]/g;

/** 'Résumé' → 'resume', as people type it who have no key for the accent. The server searches so. */
export const plain = (text: string) =>
  text.toLowerCase().normalize("NFD").replaceAll(MARKS, "").normalize("NFC");

/** 1200 → '1,200 views' */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${plural(count, noun)}`;

/** 75.4 → '1:15'; 'Unknown' for what was not measured yet. */
export function formatDuration(seconds: number | null | undefined) {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return "Unknown";
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** 'Nov 20, 2026' */
export const formatDate = (iso: string) => written(iso, "MMM d, yyyy") ?? "Unknown";

/** '2026-11-20', as a field for a day holds it: by the reader's own clock. */
export const dayOf = (iso: string) => written(iso, "yyyy-MM-dd") ?? "";

/** 'Nov 20, 2026, 18:05' */
export const formatDateTime = (iso: string) => written(iso, "MMM d, yyyy, HH:mm") ?? "Unknown";

/** 'Nov 2026', or 'Recently' where the date is missing. */
export const formatMonth = (iso: string | null | undefined) =>
  (iso && written(iso, "MMM yyyy")) || "Recently";

/** '5 minutes ago'; what is older than a week by its date. */
export function formatAgo(iso: string, now = serverNow()) {
  const age = now - Date.parse(iso);
  if (age < 60_000) return "just now";
  if (age > 7 * 86_400_000) return formatDate(iso);
  return formatDistanceStrict(iso, now, { addSuffix: true });
}

function written(iso: string, pattern: string) {
  const date = parseISO(iso);
  return isValid(date) ? format(date, pattern) : undefined;
}
