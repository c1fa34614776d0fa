import type { OAuth2Client } from "google-auth-library";
import type { Env } from "#api/env.ts";

/** The files that Kinora made, and no others. */
export const SCOPE = "https://www.googleapis.com/auth/drive.file";

const PATIENCE_MS = 30_000;
const GOOGLE_API = "https://www.googleapis.com";

export interface DriveSettings {
  clientId: string;
  clientSecret: string;
  /** Where Drive answers, without a slash at the end. */
  apiUrl: string;
  /** Milliseconds: who has said nothing for so long will not answer. */
  patience: number;
  endpoints: { oauth2AuthBaseUrl?: string; oauth2TokenUrl?: string; oauth2RevokeUrl?: string };
}

/** Null where the operator has set up no Google Drive. */
export function driveSettings(env: Env): DriveSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  return {
    clientId,
    clientSecret,
    apiUrl: env.GOOGLE_API_URL ?? GOOGLE_API,
    patience: PATIENCE_MS,
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
