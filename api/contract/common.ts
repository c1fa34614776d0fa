import { z } from "zod";
import { isVisible, oneLine } from "./text.ts";

export const Id = z.uuid().toLowerCase(); // some clients write it in capitals
export const Time = z.iso.datetime({ offset: true });

/** A time that somebody asks for. Its year is one that Postgres reads, whatever the offset. */
export const AskedTime = Time.refine((time) => !/^(000[01]|9999)/.test(time));

export const Email = z
  .string("Email is required")
  .trim()
  .min(1, "Email is required")
  .max(254, "Email is too long")
  .pipe(z.email("Please enter a valid email address"));

/** A text for one line in which there is something to see. */
export const visibleLine = (missing: string, most: number, tooLong: string) =>
  z
    .string(missing)
    .overwrite(oneLine)
    .refine(isVisible, { error: missing, abort: true })
    .max(most, tooLong);

export const Page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});
export type Page = z.infer<typeof Page>;

/** The original's bytes and lists, in its own time, for people who may edit. */
export const OfOriginal = z.object({
  original: z
    .enum(["true", "false"])
    .optional()
    .transform((value) => value === "true")
    .describe("Of the original, for people who may edit; 404 for all others"),
});

export const Removed = z
  .boolean()
  .optional()
  .describe("Lies in a removed part: its time is where the cut is, and only editors see it");

/** The body of every refusal. `error` and `message` carry the same text: screens read either. */
export const Refusal = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  request_id: z.string().optional(),
});
export type Refusal = z.infer<typeof Refusal>;

export const Done = z.object({ success: z.literal(true) });
export type Done = z.infer<typeof Done>;

/**
 * The callers that a guard lets in. `public`: anyone. `shared`: a session, a live share, or both. `shared-session`:
 * as shared, but not without a session. `shared-voice`: as shared, with a session or a guest's name. `media`: as shared, or a token in the query. `session`: signed in. `admin`:
 * admins. `super-admin`: super admins alone.
 */
export type Access =
  | "public"
  | "shared"
  | "shared-session"
  | "shared-voice"
  | "media"
  | "session"
  | "admin"
  | "super-admin";

/** Bodies that are no JSON; how each looks in HTTP: `api/http/openapi/bytes.ts`. */
export type RequestBytes = "form" | "caption-form" | "picture" | "bytes" | "part" | "first-part";
export type AnswerBytes =
  | "video"
  | "download"
  | "live"
  | "picture"
  | "captions"
  | "caption-file"
  | "elsewhere"
  | "csv"
  | "markdown"
  | "zip";

export type RefusalStatus =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 409
  | 410
  | 412
  | 413
  | 415
  | 422
  | 429
  | 507;

/** The parameters in the path of a call. */
export type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The promises of one call; OpenAPI, its page and the route tests are made from these. */
export interface Operation {
  call: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS"} /${string}`;
  /** The id of the same call with HEAD, where the headers alone are worth asking for. */
  head?: string;
  summary: string;
  description?: string;
  access: Access;
  /** Of the path; where nothing is said, each whose name ends so is an id. */
  params?: z.ZodType;
  query?: z.ZodType;
  /** Headers of the request, beside those that its guard reads. */
  headers?: z.ZodType;
  body?: z.ZodType | RequestBytes;
  /** The status for a body that the schema refuses; 422 where nothing is said. */
  malformed?: 400;
  /** Another kind of body in which the same may be sent. */
  form?: RequestBytes;
  /** The limit of a JSON body, in bytes; without one, the small usual limit counts. */
  largestBody?: number;
  answer?: z.ZodType | AnswerBytes;
  /** Bytes in the place of that answer, where the query asks for them. */
  also?: AnswerBytes;
  /** The answer with 202, where something else has to happen first. */
  accepted?: z.ZodType;
  answerHeaders?: z.ZodType;
  status?: number;
  /** Refusals beside those that follow from `access`, `query` and `body`. */
  refusals?: readonly RefusalStatus[];
}

type Promises = Omit<Operation, "call" | "access">;

/** Makes a call by its method and path, for the callers of one access. */
type CallsFor<By extends Access> = <
  const Call extends Operation["call"],
  const Given extends Promises,
>(
  call: Call,
  promises: Given & Record<Exclude<keyof Given, keyof Promises>, never>,
) => { call: Call; access: By } & Given;

const made = <By, Call, Given>(access: By, call: Call, promises: Given) => ({
  ...{ call, access },
  ...promises,
});

// A bundler leaves out calls that a page does not make: it is told that to describe one does nothing.
/* @__NO_SIDE_EFFECTS__ */
export const forPublic: CallsFor<"public"> = (...given) => made("public", ...given);
/* @__NO_SIDE_EFFECTS__ */
export const forShared: CallsFor<"shared"> = (...given) => made("shared", ...given);
/* @__NO_SIDE_EFFECTS__ */
export const forSharedSession: CallsFor<"shared-session"> = (...given) =>
  made("shared-session", ...given);
/* @__NO_SIDE_EFFECTS__ */
export const forSharedVoice: CallsFor<"shared-voice"> = (...given) =>
  made("shared-voice", ...given);
/* @__NO_SIDE_EFFECTS__ */
export const forMedia: CallsFor<"media"> = (...given) => made("media", ...given);
/* @__NO_SIDE_EFFECTS__ */
export const forSession: CallsFor<"session"> = (...given) => made("session", ...given);
/* @__NO_SIDE_EFFECTS__ */
export const forAdmin: CallsFor<"admin"> = (...given) => made("admin", ...given);
/* @__NO_SIDE_EFFECTS__ */
export const forSuperAdmin: CallsFor<"super-admin"> = (...given) => made("super-admin", ...given);
