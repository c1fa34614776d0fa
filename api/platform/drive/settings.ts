import type { OAuth2Client } from "google-auth-library";
import type { Env } from "#api/env.ts";

/** The files that Kinora made, and no others. */
export const SCOPE = "https://www.googleapis.com/auth/drive.file";

const PATIENCE_MS = 30_000;
const GOOGLE_API = "https://www.googleapis.com";

export type DriveSettings = NonNullable<ReturnType<typeof driveSettings>>;

/** Null where the operator has set up no Google Drive. */
export function driveSettings(env: Env, patience = PATIENCE_MS) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  return {
    clientId,
    clientSecret,
    /** Where Drive answers, without a slash at the end. */
    apiUrl: env.GOOGLE_API_URL ?? GOOGLE_API,
    /** Milliseconds: who has said nothing for so long will not answer. */
    patience,
    endpoints: {
      ...(env.GOOGLE_AUTH_URL && { oauth2AuthBaseUrl: env.GOOGLE_AUTH_URL }),
      ...(env.GOOGLE_TOKEN_URL && { oauth2TokenUrl: env.GOOGLE_TOKEN_URL }),
      ...(env.GOOGLE_REVOKE_URL && { oauth2RevokeUrl: env.GOOGLE_REVOKE_URL }),
    },
  };
}

/** `redirectUri`: where Google sends people back to, for those who go there. */
export async function oauthClient(
  settings: DriveSettings,
  redirectUri?: string,
): Promise<OAuth2Client> {
  const { OAuth2Client } = await import("google-auth-library");
  return new OAuth2Client({
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    endpoints: settings.endpoints,
    transporterOptions: { timeout: settings.patience },
    ...(redirectUri && { redirectUri }),
  });
}
