import type { Session } from "#contract/auth.ts";

export const sessionKey = "kinora.session";

/** What an earlier visit left, if it is a session. */
export function readSession(stored: string | null): Session | undefined {
  const read = parseJson(stored);
  return isSession(read) ? read : undefined;
}

/** By hand: the contract's schema would make zod a fifth of what the sign-in page loads. */
function isSession(value: unknown): value is Session {
  if (!isRecord(value) || !isRecord(value.user)) return false;
  const { id, username, email, role } = value.user;
  return [value.token, id, username, email, role].every((text) => typeof text === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
