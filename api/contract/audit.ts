import { z } from "zod";
import { ADMIN_PAGE_SIZE, AtLeast, pageOf, pageQuery } from "./admin-pages.ts";
import { AskedTime, forAdmin, Id, Time } from "./common.ts";

/** The acts that are written into the audit log, each with its kind. */
export const auditActs = {
  role_changed: "admin",
  user_suspended: "admin",
  user_activated: "admin",
  email_confirmed: "admin",
  video_deleted: "admin",
  sessions_ended: "admin",
  plan_given: "admin",
  account_deleted: "admin",
  comment_deleted: "admin",
  report_exported: "admin",
  job_retried: "admin",
  job_discarded: "admin",
  storage_check_asked: "admin",
  settings_changed: "admin",
  person_invited: "admin",
  invitation_withdrawn: "admin",
  sign_in_failed: "security",
  password_changed: "security",
  email_changed: "security",
  edit_link_made: "security",
  drive_connected: "security",
  second_factor_on: "security",
  second_factor_off: "security",
} as const;

export const AuditKind = z.enum(["admin", "security"]);

const State = z.record(z.string(), z.unknown()).nullable();

export const AuditEntry = z.object({
  id: z.number().int(),
  created_at: Time,
  kind: AuditKind,
  act: z.string().describe("One of a list that grows"),
  actor_id: Id.nullable(),
  actor: z.string().nullable().describe("Who did it: an email address; null: nobody signed in"),
  target_id: Id.nullable(),
  target: z.string().nullable().describe("Whom or what it was done to, as it was called then"),
  before: State,
  after: State,
  address: z.string().nullable().describe("The network address it came from"),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditFilters = z.object({
  kind: AuditKind.optional().describe("What admins did, or what concerns security"),
  act: z.string().trim().max(100).optional().describe("Only this act, such as `role_changed`"),
  search: z.string().trim().max(200).default("").describe("In who did it and to whom or what"),
  person: Id.optional().describe("What they did, and what was done to them"),
  from: AskedTime.optional().describe("Nothing earlier"),
  until: AskedTime.optional().describe("Nothing from then on"),
});
export type AuditFilters = z.infer<typeof AuditFilters>;

export const AuditQuery = z.object({ ...pageQuery(ADMIN_PAGE_SIZE), ...AuditFilters.shape });
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditPage = pageOf("entries", AuditEntry).extend({ at_least: AtLeast });

export const listAuditLogCall = forAdmin("GET /admin/audit", {
  summary: "What admins did, and what concerns security; newest first",
  query: AuditQuery,
  answer: AuditPage,
});

export const exportAuditLogCall = forAdmin("GET /admin/reports/export/audit", {
  summary: "The same as a CSV file, whole",
  query: AuditFilters,
  answer: "csv",
});
