import { z } from "zod";
import { DeleteMyAccount, Device } from "./account.ts";
import { ADMIN_PAGE_SIZE, pageOf, pageQuery } from "./admin-pages.ts";
import { Role, User } from "./auth.ts";
import { AskedTime, Done, forAdmin, Id, Time } from "./common.ts";

export const UserSort = z.enum(["username", "email", "role", "auth", "status", "plan", "joined"]);
export type UserSort = z.infer<typeof UserSort>;

export const AdminUsersQuery = z.object({
  ...pageQuery(ADMIN_PAGE_SIZE),
  search: z.string().trim().max(200).default(""),
  role: Role.optional().describe("Only these"),
  status: z.enum(["active", "suspended"]).optional().describe("Only these"),
  auth: z.enum(["password", "google"]).optional().describe("Only who came this way"),
  plan: z.string().trim().max(100).optional().describe("Only who is on the plan of this name"),
  sort: UserSort.default("joined").describe("By which column"),
  order: z.enum(["asc", "desc"]).default("desc").describe("Which end comes first"),
});
export type AdminUsersQuery = z.infer<typeof AdminUsersQuery>;

export const AdminUser = User.extend({
  email_confirmed: z.boolean().describe("Google, an email or an admin says that it is theirs"),
  plan: z.string(),
});
export type AdminUser = z.infer<typeof AdminUser>;
export const UserPage = pageOf("users", AdminUser);

export const ChangeRole = z.object({ role: Role });
export const ChangeSuspension = z.object({ suspended: z.boolean() });

export const PersonSession = Device.omit({ is_current: true });
export type PersonSession = z.infer<typeof PersonSession>;

/** One account with what an admin should know of it. */
export const Person = z.object({
  user: AdminUser,
  last_active_at: Time.nullable(),
  holdings: z.object({
    recordings: z.number(),
    bytes: z.number(),
    links: z.number().describe("That open now"),
    comments: z.number(),
  }),
  plan: z.object({
    id: Id,
    name: z.string(),
    paid: z.boolean().describe("Billed: only they change it"),
    gift_until: Time.nullable(),
  }),
  drive_connected: z.boolean(),
  sessions: z.array(PersonSession),
});
export type Person = z.infer<typeof Person>;

export const GivePlan = z.object({
  plan_id: Id,
  until: AskedTime.nullable().default(null).describe("When it ends by itself; null: it does not"),
});
export type GivePlan = z.infer<typeof GivePlan>;

export const DeleteAccount = DeleteMyAccount.omit({ password: true });

export const listUsersCall = forAdmin("GET /admin/users", {
  summary: "Accounts, a page at a time",
  query: AdminUsersQuery,
  answer: UserPage,
});

export const getPersonCall = forAdmin("GET /admin/users/{id}", {
  summary: "One account: what it holds, its plan, where it is signed in",
  answer: Person,
});

export const endSessionsOfCall = forAdmin("DELETE /admin/users/{id}/sessions", {
  summary: "Sign somebody out everywhere",
  answer: Done,
});

export const endSessionOfCall = forAdmin("DELETE /admin/users/{id}/sessions/{sessionId}", {
  summary: "Sign somebody out in one place",
  answer: Done,
});

export const givePlanCall = forAdmin("PUT /admin/users/{id}/plan", {
  summary: "Put somebody on a plan, for good or until a day",
  description: "Where plans are sold, a plan that is given ends by itself.",
  body: GivePlan,
  answer: Done,
  refusals: [409],
});

export const deleteAccountOfCall = forAdmin("POST /admin/users/{id}/delete", {
  summary: "Delete an account with everything of theirs, for good",
  body: DeleteAccount,
  answer: Done,
  refusals: [409],
});

export const changeRoleCall = forAdmin("PUT /admin/users/{id}/role", {
  summary: "Change somebody's role (super admins)",
  body: ChangeRole,
  answer: User,
});

export const changeSuspensionCall = forAdmin("PUT /admin/users/{id}/suspend", {
  summary: "Suspend or activate somebody",
  body: ChangeSuspension,
  answer: User,
});

export const confirmEmailCall = forAdmin("PUT /admin/users/{id}/confirm-email", {
  summary: "Confirm that somebody's email address is theirs: links for it open for them",
  answer: User,
});
