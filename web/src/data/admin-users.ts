import {
  type AdminUsersQuery,
  changeRoleCall,
  changeSuspensionCall,
  confirmEmailCall,
  deleteAccountOfCall,
  endSessionOfCall,
  endSessionsOfCall,
  type GivePlan,
  getPersonCall,
  givePlanCall,
  listUsersCall,
} from "#contract/admin-users.ts";
import type { Role } from "#contract/auth.ts";
import { call } from "#web/lib/request.ts";
import { adminKey } from "./admin.ts";
import { read } from "./read.ts";
import { serversWords, unlessAtField, write } from "./write.ts";

export type UsersShown = Omit<AdminUsersQuery, "per_page">;

export const usersQuery = (query: UsersShown) =>
  read([...adminKey, "users", query], listUsersCall, { query });

export const personQuery = (id: string) =>
  read([...adminKey, "person", id], getPersonCall, { params: { id } });

export const changeRole = (id: string) =>
  write({
    send: (role: Role) => call(changeRoleCall, { params: { id }, body: { role } }),
    stale: adminKey,
    success: ({ role }) => `Role updated successfully to ${role}`,
    failure: serversWords("Failed to update user role"),
  });

export const confirmEmail = (id: string) =>
  write({
    send: () => call(confirmEmailCall, { params: { id } }),
    stale: adminKey,
    success: ({ email }) => `${email} is confirmed`,
    failure: serversWords("Failed to confirm the email address"),
  });

export const changeSuspension = (id: string) =>
  write({
    send: (suspended: boolean) =>
      call(changeSuspensionCall, { params: { id }, body: { suspended } }),
    stale: adminKey,
    success: ({ suspended }) =>
      suspended ? "User suspended successfully" : "User activated successfully",
    failure: serversWords("Failed to update user status"),
  });

export const givePlan = (id: string, done: () => void) =>
  write({
    send: (body: GivePlan) => call(givePlanCall, { params: { id }, body }),
    stale: adminKey,
    success: () => "Plan changed",
    done,
    failure: unlessAtField("Failed to change the plan"),
  });

export const endSession = (person: string) =>
  write({
    send: (id: string) => call(endSessionOfCall, { params: { id: person, sessionId: id } }),
    stale: adminKey,
    success: () => "Device signed out",
    failure: serversWords("Failed to sign out the device"),
  });

export const endAllSessions = (person: string) =>
  write({
    send: () => call(endSessionsOfCall, { params: { id: person } }),
    stale: adminKey,
    success: () => "Signed out everywhere",
    failure: serversWords("Failed to sign them out"),
  });

export const deleteAccountOf = (id: string, done: () => Promise<void>) =>
  write({
    send: (email: string) => call(deleteAccountOfCall, { params: { id }, body: { email } }),
    stale: adminKey,
    success: () => "Account deleted",
    done,
    failure: serversWords("Failed to delete the account"),
  });
