import type { Session } from "#contract/auth.ts";
import { only, stored } from "./browser/browser-storage.ts";

/** The session that an earlier visit left; anything else stored there is ignored. */
export const storedSession = stored({ key: "kinora.session", schema: only(isSession) });

export function isSession(value: unknown): value is Session {
  const { token, user } = Object(value);
  const { id, username, email, role } = Object(user);
  return [token, id, username, email, role].every((text) => typeof text === "string");
}
