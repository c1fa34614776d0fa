import { z } from "zod";
import type { Env } from "#api/env.ts";
import { unauthorized, unavailable } from "#api/http/errors.ts";
import { once } from "#api/platform/once.ts";

const Picture = z.url({ protocol: /^https$/ }).max(2048);

export interface GooglePerson {
  subject: string;
  email: string;
  name: string;
  picture: string | null;
}

/** Google's word on who holds an ID token: signature, audience, issuer, expiry and a verified email. */
export type VerifyGoogleToken = (idToken: string) => Promise<GooglePerson>;

/** Milliseconds of one try; the library makes four, and a client gets its answer within ten seconds. */
const PATIENCE = 2000;

export function googleSignIn(env: Env, { patience = PATIENCE } = {}): VerifyGoogleToken {
  const audience = env.GOOGLE_CLIENT_ID;
  if (!audience)
    return async () => {
      throw unavailable("Google sign-in is not set up on this server.", "google_not_configured");
    };
  const client = once(async () => {
    const { OAuth2Client } = await import("google-auth-library");
    return new OAuth2Client({
      clientId: audience,
      transporterOptions: { timeout: patience },
      ...(env.GOOGLE_CERTS_URL && {
        endpoints: { oauth2FederatedSignonPemCertsUrl: env.GOOGLE_CERTS_URL },
      }),
    });
  });
  return async (idToken) => {
    const verifier = await client();
    const ticket = await verifier.verifyIdToken({ idToken, audience }).catch((error: unknown) => {
      if (isNetworkFailure(error))
        throw unavailable("Google is not answering. Please try again.", "google_unreachable");
      throw unauthorized("Google login failed", "google_token_refused");
    });
    const claims = ticket.getPayload();
    if (!claims?.email || !claims.email_verified)
      throw unauthorized("Google has not verified this email address.", "google_email_unverified");
    const picture = Picture.safeParse(claims.picture).data ?? null;
    return { subject: claims.sub, email: claims.email, name: claims.name ?? "", picture };
  };
}

/** The library fetches Google's keys; only that can fail without the token being wrong. */
const isNetworkFailure = (error: unknown) =>
  error instanceof Error && /Failed to retrieve verification certificates/.test(error.message);
