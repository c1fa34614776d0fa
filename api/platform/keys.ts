import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { calculateJwkThumbprint, errors, importJWK, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { SigningJwk } from "#api/env.ts";
import { MEDIA_TOKEN_SECONDS, UNLOCK_SECONDS } from "#contract/durations.ts";
import { Latest } from "./latest.ts";

const HOUR = 3600;

export const SESSION_SECONDS = 7 * 24 * HOUR;

/** The account of a session, and the session itself. */
const SessionClaims = z.object({ sub: z.uuid(), sid: z.uuid() });

export const RealtimeClaims = z.object({
  role: z.enum(["anon", "authenticated"]),
  sub: z.uuid().optional(),
  sid: z.uuid().optional(),
  share: z.uuid().optional(),
  unlock: z.int().optional(),
});
export type RealtimeClaims = z.infer<typeof RealtimeClaims>;

const MediaClaims = RealtimeClaims.omit({ role: true }).extend({
  recording: z.uuid(),
  /** Milliseconds: the version that was watched then must not change under its viewer. */
  since: z.int().optional(),
});

/** Claims of somebody who gave a share's password, in the version it then had. */
const UnlockClaims = z.object({ share: z.uuid(), version: z.int() });

/** A guest, and the link through which they speak. */
const GuestClaims = z.object({ guest: z.uuid(), share: z.uuid() });

/** Claims of somebody who has read a letter to this address. */
const EmailClaims = z.object({ sub: z.uuid(), email: z.string() });

/** Claims of somebody who has read a letter, with the trace of the password that they may replace. */
const ResetClaims = z.object({ sub: z.uuid(), replaces: z.string() });

/** The account that was sent to Google for its consent, and the visit that comes back. */
const ConsentClaims = z.object({ sub: z.uuid(), consent: z.uuid() });

/** The account whose data is downloaded, its session, and the ticket of the download: each download is made once. */
const TakeoutClaims = SessionClaims.extend({ ticket: z.uuid() });

/**
 * The audience keeps the kinds apart: no token is accepted as one of another kind. Only the realtime token carries
 * a role, for Supabase trusts every token with a role that this key signs.
 */
const kinds = {
  session: { audience: "kinora:session", seconds: SESSION_SECONDS, claims: SessionClaims },
  media: { audience: "kinora:media", seconds: MEDIA_TOKEN_SECONDS, claims: MediaClaims },
  realtime: { audience: "authenticated", seconds: HOUR, claims: RealtimeClaims },
  unlock: { audience: "kinora:unlock", seconds: UNLOCK_SECONDS, claims: UnlockClaims },
  guest: { audience: "kinora:guest", seconds: 365 * 24 * HOUR, claims: GuestClaims },
  email: { audience: "kinora:email", seconds: 24 * HOUR, claims: EmailClaims },
  reset: { audience: "kinora:reset", seconds: HOUR, claims: ResetClaims },
  consent: { audience: "kinora:consent", seconds: 600, claims: ConsentClaims },
  takeout: { audience: "kinora:takeout", seconds: 600, claims: TakeoutClaims },
};
export type TokenKind = keyof typeof kinds;
export type TokenClaims = { [K in TokenKind]: z.infer<(typeof kinds)[K]["claims"]> };

const KINDS: {
  [K in TokenKind]: { audience: string; seconds: number; claims: z.ZodType<TokenClaims[K]> };
} = kinds;

const Times = z.object({ iat: z.int(), exp: z.int() });
type Verified<K extends TokenKind> = TokenClaims[K] & z.infer<typeof Times>;

export type Keys = Awaited<ReturnType<typeof makeKeys>>;

/** The reason why a token is refused: its time is over, it was not signed by us, or it is of another kind. */
export class TokenError extends Error {
  constructor(readonly reason: "expired" | "signature" | "claims") {
    super(reason === "expired" ? "The token has expired" : "The token is not valid");
    this.name = "TokenError";
  }
}

function tokenError(error: unknown): TokenError {
  if (error instanceof errors.JWTExpired) return new TokenError("expired");
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof z.ZodError)
    return new TokenError("claims");
  return new TokenError("signature");
}

export async function makeKeys(jwk: SigningJwk) {
  const { d, ...publicJwk } = jwk;
  const signing = await importJWK(jwk, "ES256");
  const verifying = await importJWK(publicJwk, "ES256");
  /**
   * To check a signature takes longer than most of our queries, and always gives the same result while the token
   * lives. Whether the session or share in it still stands is asked of the database on every request, and never kept.
   */
  const verified = new Latest<Verified<TokenKind>>(10_000);

  function known<K extends TokenKind>(kind: K, token: string): Verified<K> | undefined {
    const claims = verified.get(`${kind} ${token}`);
    if (!claims || claims.exp <= Math.floor(Date.now() / 1000)) return undefined;
    return claims as unknown as Verified<K>; // kept under its own kind
  }

  async function verify<K extends TokenKind>(kind: K, token: string): Promise<Verified<K>> {
    const said = known(kind, token);
    if (said) return said;
    const { audience, claims } = KINDS[kind];
    try {
      const { payload } = await jwtVerify(token, verifying, { algorithms: ["ES256"], audience });
      const read: Verified<K> = { ...claims.parse(payload), ...Times.parse(payload) };
      Object.freeze(read);
      verified.set(`${kind} ${token}`, read);
      return read;
    } catch (error) {
      throw tokenError(error);
    }
  }

  return {
    /** Tells this key from others, and nothing else about it. */
    thumbprint: await calculateJwkThumbprint(publicJwk),
    /** A token lives as long as its kind does, unless `seconds` says otherwise. */
    sign<K extends TokenKind>(kind: K, claims: TokenClaims[K], seconds = KINDS[kind].seconds) {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ ...KINDS[kind].claims.parse(claims) })
        .setProtectedHeader({ alg: "ES256", kid: jwk.kid, typ: "JWT" })
        .setAudience(KINDS[kind].audience)
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(signing);
    },
    /** Throws a `TokenError` for every text that is not a living token of exactly this kind. */
    verify,
    /** The same for a token that a stranger may have made up: undefined where it is refused. */
    read: <K extends TokenKind>(kind: K, token: string) =>
      verify(kind, token).catch((error: unknown) => {
        if (error instanceof TokenError) return undefined;
        throw error;
      }),
    /** The claims of a token that was verified before and still lives; undefined for any other. */
    known,
    /** Encrypts a secret for the database. It opens only under the same purpose, such as `drive:<user id>`. */
    seal: (purpose: string, secret: string) => seal(sealingKey(d, purpose), secret),
    unseal: (purpose: string, sealed: string) => unseal(sealingKey(d, purpose), sealed),
  };
}

const sealingKey = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync("sha256", Buffer.from(secret, "base64url"), "kinora seal", purpose, 32));

/** AES-256-GCM: nonce, tag and text in one, in base64url. */
function seal(key: Buffer, secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
}

function unseal(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}
