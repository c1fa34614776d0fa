import { createPrivateKey } from "node:crypto";
import { z } from "zod";

/** An empty variable means "not set", as it does in every shell and compose file. Secrets from files end with a line. */
const setting = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value, { addIssue }) => {
    const bare = String(value ?? "").trim();
    if (/^(["']).*\1$/s.test(bare)) addIssue("has quotes around it: leave them out");
    return bare || undefined;
  }, schema);

const optional = <T extends z.ZodType>(schema: T) => setting(schema.optional());

const flag = z
  .enum(["on", "off", "true", "false", "1", "0"], "must be on or off")
  .transform((value) => value === "on" || value === "true" || value === "1");

const NOT_A_PORT = "must be a port, a number from 0 to 65535";
const portNumber = z.coerce
  .number(NOT_A_PORT)
  .int(NOT_A_PORT)
  .min(0, NOT_A_PORT)
  .max(65535, NOT_A_PORT);

const address = (protocol: RegExp, beginning: string) =>
  z.url({ protocol, error: `must be an address with ${beginning}`, abort: true });

const webAddress = address(/^https?$/, "http:// or https://");

const withoutSlash = webAddress.transform((url) => url.replace(/(?<!\/)\/+$/, ""));

const origin = webAddress
  .refine((url) => new URL(url).pathname === "/" && !/[?#]/.test(url), "must have no path")
  .transform((url) => new URL(url).origin);

export const SigningJwk = z
  .object({
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    kid: z.string().min(1),
    x: z.string(),
    y: z.string(),
    d: z.string(),
  })
  .refine((key) => tried(() => createPrivateKey({ key, format: "jwk" })));
export type SigningJwk = z.infer<typeof SigningJwk>;

/** Undefined where it cannot be done. */
function tried<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

const Variables = z.object({
  PORT: setting(portNumber.default(3000)),
  HOST: setting(z.string().default("127.0.0.1")),
  PUBLIC_URL: optional(origin),
  DATA_DIR: setting(z.string().default("./.kinora")),
  DATABASE_URL: optional(
    address(/^postgres(ql)?$/, "postgres://")
      .refine(
        (url) => new URL(url).port !== "6543",
        "port 6543 is the transaction pooler, which supports neither prepared statements nor LISTEN; use port 5432 (direct, or the session pooler)",
      )
      .refine((url) => tried(() => decodeURIComponent(url)), "has a % that has to be written %25"),
  ),
  MIGRATE: optional(flag),
  SUPABASE_URL: optional(withoutSlash),
  SUPABASE_PUBLISHABLE_KEY: optional(z.string().min(1)),
  SUPABASE_SECRET_KEY: optional(z.string().min(1)),
  SIGNING_KEY: optional(
    z.string().transform((text, ctx) => {
      const jwk = SigningJwk.safeParse(tried(() => JSON.parse(text)));
      if (jwk.success) return jwk.data;
      ctx.addIssue(
        "must be a private ES256 JWK with a kid, as `supabase gen signing-key` prints it",
      );
      return z.NEVER;
    }),
  ),
  STORAGE_BUCKET: setting(z.string().default("recordings")),
  STORE: optional(z.enum(["disk", "s3", "supabase"])),
  PREFER_REDIRECT: setting(z.enum(["on", "always", "off"]).default("on")),
  S3_ENDPOINT: optional(origin),
  S3_BUCKET: optional(z.string().regex(/^[\w][\w.-]+$/, "cannot be the name of a bucket")),
  S3_ACCESS_KEY_ID: optional(z.string().min(1)),
  S3_SECRET_ACCESS_KEY: optional(z.string().min(1)),
  S3_REGION: setting(z.string().default("us-east-1")),
  S3_STYLE: setting(z.enum(["path", "host"]).default("path")),
  S3_PREFIX: optional(
    z
      .string()
      .max(200)
      .regex(
        /^([\w-][\w.-]*\/)*([\w-][\w.-]*)?$/,
        "must be names with a slash after each, such as kinora/",
      ),
  ),
  S3_PUBLIC_ENDPOINT: optional(origin),
  GOOGLE_CLIENT_ID: optional(z.string().min(1)),
  GOOGLE_CLIENT_SECRET: optional(z.string().min(1)),
  GOOGLE_CERTS_URL: optional(webAddress),
  GOOGLE_AUTH_URL: optional(webAddress),
  GOOGLE_TOKEN_URL: optional(webAddress),
  GOOGLE_REVOKE_URL: optional(webAddress),
  GOOGLE_API_URL: optional(withoutSlash),
  STRIPE_SECRET_KEY: optional(z.string().min(1)),
  STRIPE_WEBHOOK_SECRET: optional(z.string().min(1)),
  STRIPE_API_URL: optional(withoutSlash),
  SMTP_URL: optional(address(/^smtps?$/, "smtp:// or smtps://")),
  MAIL_FROM: setting(
    z
      .string()
      .regex(/\S@\S/, "must have an email address in it")
      .default("Kinora <kinora@localhost>"),
  ),
  TRANSCRIPTION: optional(z.enum(["service", "local", "off"])),
  TRANSCRIPTION_MODEL: optional(z.string().min(1)),
  TRANSCRIPTION_MODELS_URL: optional(withoutSlash),
  OPENAI_API_KEY: optional(z.string().min(1)),
  OPENAI_BASE_URL: optional(withoutSlash),
  CHAT_MODEL: optional(z.string().min(1)),
  SUBTITLE_ADDON: setting(z.enum(["on", "off"]).default("on")),
  DEFAULT_PLAN: optional(z.enum(["Free", "Starter", "Pro", "Premium"])),
  TRUST_PROXY: optional(flag),
  METRICS_TOKEN: optional(z.string().min(16, "must have at least 16 characters")),
  CLIENT_IP_URL: optional(webAddress),
  FFMPEG_PATH: optional(z.string().min(1)),
  LOG_LEVEL: setting(
    z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  ),
});

export type Env = z.infer<typeof Variables>;

/** Names every wrong variable at once, so that one start shows all there is to mend. */
export class EnvError extends Error {
  constructor(issues: readonly { path: PropertyKey[]; message: string }[]) {
    super(issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
    this.name = "EnvError";
  }
}

export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const parsed = Variables.safeParse(source);
  if (!parsed.success) throw new EnvError(parsed.error.issues);
  return together(parsed.data);
}

/** Settings that make sense only with each other. */
function together(env: Env): Env {
  const need = (name: keyof Env, words: string, given: unknown = env[name]) => {
    if (!given) throw new EnvError([{ path: [name], message: words }]);
  };
  if (env.SUPABASE_URL) {
    for (const name of ["DATABASE_URL", "SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"] as const)
      need(name, "is needed beside SUPABASE_URL");
    need("SIGNING_KEY", "is needed beside SUPABASE_URL: the key imported there");
  }
  const bucket = ["S3_BUCKET", "S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const [first] = [...bucket, "S3_PREFIX" as const, "S3_PUBLIC_ENDPOINT" as const].filter(
    (name) => env[name],
  );
  for (const name of bucket) if (first) need(name, `is needed beside ${first}`);
  if (env.STORE === "s3") need("S3_BUCKET", "is needed for STORE=s3");
  if (env.STORE === "supabase") need("SUPABASE_URL", "is needed for STORE=supabase");
  if (env.STRIPE_SECRET_KEY)
    need(
      "STRIPE_WEBHOOK_SECRET",
      "is needed beside STRIPE_SECRET_KEY: what was paid counts once Stripe has said so",
    );
  if (env.GOOGLE_CLIENT_SECRET) need("GOOGLE_CLIENT_ID", "is needed beside GOOGLE_CLIENT_SECRET");
  const service = env.OPENAI_API_KEY ?? env.OPENAI_BASE_URL; // a server of one's own may ask for no key
  const serviceFor = (user: string) =>
    need("OPENAI_API_KEY", `or OPENAI_BASE_URL is needed ${user}`, service);
  if (env.TRANSCRIPTION === "service") serviceFor("for TRANSCRIPTION=service");
  if (env.CHAT_MODEL) serviceFor("beside CHAT_MODEL");
  if (env.SUBTITLE_ADDON === "off")
    need(
      "SUBTITLE_ADDON",
      "can be off only with TRANSCRIPTION=local and without STRIPE_SECRET_KEY: what costs money is sold",
      env.TRANSCRIPTION === "local" && !env.STRIPE_SECRET_KEY,
    );
  return env;
}

/** The store that takes new bytes. */
export function homeOf({ STORE, S3_BUCKET, SUPABASE_URL }: Env): NonNullable<Env["STORE"]> {
  if (STORE) return STORE;
  if (S3_BUCKET) return "s3";
  return SUPABASE_URL ? "supabase" : "disk";
}

/** The bucket of the settings, whose four settings come together. */
export function bucketOf(env: Env) {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    region: env.S3_REGION,
    style: env.S3_STYLE,
    prefix: env.S3_PREFIX,
    publicEndpoint: env.S3_PUBLIC_ENDPOINT,
  };
}
