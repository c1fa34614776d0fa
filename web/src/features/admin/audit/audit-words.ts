import { type AuditEntry, auditActs } from "#contract/audit.ts";

/** The acts whose names alone would say something else. */
const words: Record<string, string> = {
  user_suspended: "Suspended",
  user_activated: "Activated",
  video_deleted: "Recording deleted",
  sessions_ended: "Signed out",
  storage_check_asked: "Storage check asked for",
  person_invited: "Invited",
  sign_in_failed: "Sign-in failed",
  second_factor_on: "Second factor turned on",
  second_factor_off: "Second factor turned off",
  drive_connected: "Google Drive connected",
};

/** A newer server may know more acts than this page. */
export const actText = (act: string) =>
  words[act] ?? act.charAt(0).toUpperCase() + label(act.slice(1));

export const knownActs = Object.keys(auditActs).map((value) => ({ value, label: actText(value) }));

/** The fields whose values are words of the server's own. Other values may be anybody's, and are left as they are. */
const CODED = new Set(["reason", "role"]);

/** The change in a line: 'role: user → admin'. */
export function changeText({ before, after }: Pick<AuditEntry, "before" | "after">): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .flatMap((name) => {
      const [was, is] = [before?.[name], after?.[name]].map((value) =>
        CODED.has(name) ? label(valueText(value)) : valueText(value),
      );
      if (was && is) return `${label(name)}: ${was} → ${is}`;
      return was || is ? `${label(name)}: ${was || is}` : [];
    })
    .join("; ");
}

function label(name: string) {
  return name.replaceAll("_", " ");
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ") || "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
