import { z } from "zod";
import { StoreUnreachable, TooLargeForStore } from "./store.ts";

/** A call that went wrong, as the SDK reports it and as we read it ourselves. */
export interface Refusal {
  message: string;
  /** The status of the answer; undefined without one. */
  status?: number | undefined;
  /** Storage answers 400 to nearly everything and gives the true status here. */
  statusCode?: string | undefined;
  code?: string | undefined;
  /** The SDK's reason why it did not understand the answer, or got none. */
  originalError?: unknown;
}

const Body = z.object({
  message: z.string(),
  statusCode: z.coerce.string().optional(),
  code: z.string().optional(),
});

export async function readRefusal(response: Response): Promise<Refusal> {
  const text = await response.text();
  const { status } = response;
  try {
    return { status, ...Body.parse(JSON.parse(text)) };
  } catch {
    return { status, message: text.slice(0, 200) }; // an answer of a gateway in between
  }
}

/** True only on the store's own word: a gateway without a route and a host without a name are "not found" as well. */
export const isMissingObject = (refusal: Refusal) =>
  meant(refusal) === 404 &&
  (refusal.code === "NoSuchKey" || /^object not found$/i.test(refusal.message));

export const isMissingBucket = (refusal: Refusal) =>
  meant(refusal) === 404 &&
  (refusal.code === "NoSuchBucket" || /^bucket not found$/i.test(refusal.message));

const isTooLarge = (refusal: Refusal) => meant(refusal) === 413;

/** Without an answer there is no status either. */
export function meant({ status, statusCode }: Refusal): number | undefined {
  return Number(statusCode) || status;
}

/** The error for the rest of this server: too large, out of reach, or a defect. */
export function failureOf(refusal: Refusal, limit: number | null): Error {
  if (isTooLarge(refusal)) return new TooLargeForStore(limit);
  if (isOutOfReach(refusal))
    return new StoreUnreachable(`Supabase Storage: ${refusal.message}`, { cause: refusal });
  return refusal instanceof Error ? refusal : new Error(`Storage answered: ${refusal.message}`);
}

/** Also where Storage answers, but does not let us in or has no bucket any more: the objects are as they were. */
function isOutOfReach(refusal: Refusal): boolean {
  const status = meant(refusal);
  if (status === undefined || status >= 500) return true;
  return [401, 403, 429].includes(status) || (status === 404 && !isMissingObject(refusal));
}
