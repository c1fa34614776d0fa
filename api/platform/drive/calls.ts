import type { drive_v3 } from "@googleapis/drive";
import { z } from "zod";
import { StoreUnreachable } from "#api/platform/objects/store.ts";
import { failureOf, NO_ANSWER, Refusal, readAnswer } from "./refusals.ts";
import { type DriveSettings, oauthClient } from "./settings.ts";
import type { DriveTokens } from "./tokens.ts";

/** Pauses between tries, in milliseconds; each is stretched by chance, so that not all come back at once. */
export type Pauses = readonly number[];
export const USUAL_PAUSES: Pauses = [500, 1000, 2000, 4000];

export interface Call {
  token: string;
  api: drive_v3.Drive;
}

/** Asks Google in somebody's name: again after a pause where Google wants one, and once with a new token. */
export type AskDrive = <T>(owner: string, act: (call: Call) => Promise<T>) => Promise<T>;

export function askDrive(settings: DriveSettings, tokens: DriveTokens, pauses: Pauses): AskDrive {
  return async (owner, act) => {
    let isRenewed = false;
    for (let tried = 0; ; ) {
      const access = await tokens.of(owner);
      try {
        return await act({ token: access.token, api: await apiFor(settings, access.token) });
      } catch (error) {
        const refusal = asRefusal(error);
        if (!refusal) throw error;
        if (refusal.status === 401 && !isRenewed) {
          isRenewed = true;
          await tokens.refuse(owner, access);
          continue;
        }
        const pause = pauses[tried++];
        if (!refusal.isForNow || pause === undefined) throw failureOf(refusal);
        await rest(pause);
      }
    }
  };
}

export const rest = (milliseconds: number) => Bun.sleep(milliseconds * (0.75 + Math.random() / 2));

/** The token is renewed and calls are repeated by us: the library would do so past the lease. */
export async function apiFor(settings: DriveSettings, token: string): Promise<drive_v3.Drive> {
  const { drive: openApi } = await import("@googleapis/drive");
  const auth = await oauthClient(settings);
  auth.setCredentials({ access_token: token });
  return openApi({
    version: "v3",
    auth,
    rootUrl: `${settings.apiUrl}/`,
    retry: false,
    timeout: settings.patience,
  });
}

/** As the library reports what Google answered, or that nothing came. */
const Reported = z.object({ response: z.object({ status: z.number(), data: z.unknown() }) });
const Unanswered = z.object({ config: z.object({ url: z.unknown() }), message: z.string() });

export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const reported = Reported.safeParse(error);
  if (reported.success) return readAnswer(reported.data.response);
  if (isNoAnswer(error)) return new Refusal(NO_ANSWER, "", "no answer");
  return undefined;
}

/** For what may be there no more, or lie in the drive of another account. */
export function unlessUnknown(error: unknown): null {
  if (asRefusal(error)?.status === 404) return null;
  throw error;
}

/** A drive that refuses, or does not answer, is its owner's matter: it keeps no other waiting. Throws any other error. */
export function letBe(error: unknown): void {
  if (!(error instanceof StoreUnreachable) && !asRefusal(error)) throw error;
}

/** A connection that was refused, cut or silent, told by the library or by fetch. */
const isNoAnswer = (error: unknown): boolean =>
  Unanswered.safeParse(error).success ||
  error instanceof TypeError ||
  (error instanceof DOMException && error.name === "TimeoutError") ||
  (error instanceof Error &&
    "code" in error &&
    /^(E[A-Z]+|Connection\w+|FailedToOpenSocket)$/.test(String(error.code)));
