import type { Session } from "#contract/auth.ts";
import { only, stored } from "./browser/browser-storage.ts";

/** The session that an earlier visit left; anything else stored there is ignored. */
export const storedSession = stored({
  key: "kinora.session",
  schema: only(isSession),
  fallback: undefined,
});

export function isSession(value: unknown): value is Session {
  if (!isRecord(value) || !isRecord(value.user)) return false;
  const { id, username, email, role } = value.user;
  return [value.token, id, username, email, role].every((text) => typeof text === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
