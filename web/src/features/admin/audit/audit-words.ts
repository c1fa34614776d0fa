import type { AuditEntry } from "#contract/audit.ts";

const acts: Record<string, string> = {
  role_changed: "Role changed",
  user_suspended: "Suspended",
  user_activated: "Activated",
  email_confirmed: "Email confirmed",
  video_deleted: "Recording deleted",
  sessions_ended: "Signed out",
  plan_given: "Plan given",
  account_deleted: "Account deleted",
  comment_deleted: "Comment deleted",
  report_exported: "Report exported",
  job_retried: "Job retried",
  job_discarded: "Job discarded",
  storage_check_asked: "Storage check asked for",
  settings_changed: "Settings changed",
  person_invited: "Invited",
  invitation_withdrawn: "Invitation withdrawn",
  sign_in_failed: "Sign-in failed",
  password_changed: "Password changed",
  second_factor_on: "Second factor turned on",
  second_factor_off: "Second factor turned off",
  email_changed: "Email changed",
  edit_link_made: "Edit link made",
  drive_connected: "Google Drive connected",
};

/** The act in words; a newer server may know more acts than this page. */
export const actText = (act: string) => acts[act] ?? act.replaceAll("_", " ");

export const knownActs = Object.entries(acts).map(([value, label]) => ({ value, label }));

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

const label = (name: string) => name.replaceAll("_", " ");

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ") || "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
