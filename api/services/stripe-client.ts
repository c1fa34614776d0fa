import type { Logger } from "pino";
import type Stripe from "stripe";
import { HttpError } from "#api/http/errors.ts";
import { once } from "#api/platform/once.ts";

export interface StripeAccess {
  secretKey: string;
  /** Another address than Stripe's own. */
  url?: string | undefined;
  patience?: StripePatience | undefined;
  log: Logger;
}

export interface StripePatience {
  /** The longest time of one try. */
  milliseconds: number;
  /** The number of further tries. */
  retries: number;
}

/** The version that this code was written for; webhooks may come in another, for their objects are read anew. */
const API_VERSION = "2026-10-28.endive";

/** Asks Stripe for an object of this kind: any other answer is trouble, never an object. */
export type AskStripe = <Kind extends string, Answer extends { object: Kind }>(
  kind: Kind,
  call: (stripe: Stripe) => Promise<Answer>,
) => Promise<Answer>;

/** A refusal of Stripe's, or no answer from it, in words for the person who pays. */
export class PaymentTrouble extends HttpError {
  /** Stripe has answered: a new attempt may be made. Otherwise its outcome is unknown, and the same one is repeated. */
  readonly isOver: boolean;
  /** An object that we remember does not exist: it belongs to another Stripe account, or was deleted. */
  readonly isMissing: boolean;

  constructor(
    [status, code, message]: readonly [402 | 409 | 503, string, string],
    { isOver = false, isMissing = false } = {},
  ) {
    super(status, code, message, status === 503 ? { headers: { "Retry-After": "30" } } : {});
    this.name = "PaymentTrouble";
    this.isOver = isOver;
    this.isMissing = isMissing;
  }
}

const AWAY = [
  503,
  "payments_unreachable",
  "Payments cannot be reached at the moment. Please try again in a minute; nothing is charged twice.",
] as const;
const BROKEN = [
  503,
  "payments_refused",
  "The payment service did not accept this request. The operator of this server finds the reason in its log.",
] as const;

export function stripeClient({ secretKey, url, patience, log }: StripeAccess) {
  const at = url === undefined ? undefined : new URL(url);
  const client = once(async () => {
    const { default: Stripe } = await import("stripe");
    return new Stripe(secretKey, {
      apiVersion: API_VERSION,
      telemetry: false,
      timeout: patience?.milliseconds ?? 15_000,
      maxNetworkRetries: patience?.retries ?? 2,
      ...(at && {
        host: at.hostname,
        port: at.port || (at.protocol === "http:" ? 80 : 443),
        protocol: at.protocol === "http:" ? "http" : "https",
      }),
    });
  });

  const ask: AskStripe = async (kind, call) => {
    const answer = await call(await client()).catch(async (error: unknown) => {
      throw await troubleOf(error, log, secretKey);
    });
    // An answer without the key `error` counts as a success for the library, whatever its status is.
    if (answer?.object === kind) return answer;
    log.warn({ wanted: kind }, "what answers at Stripe's address is not Stripe");
    throw new PaymentTrouble(AWAY);
  };
  return { ask, webhooks: async () => (await client()).webhooks };
}

/** Stripe names an object by its id, or gives all of it where that was asked for. */
export const idOf = (one: string | { id: string }) => (typeof one === "string" ? one : one.id);

/** The library's errors carry headers and whole requests: only these facts of an error are ever logged. */
async function troubleOf(error: unknown, log: Logger, secretKey: string): Promise<unknown> {
  const { default: Stripe } = await import("stripe");
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, code, param, statusCode, requestId } = error;
  const message = error.message.replaceAll(secretKey, "sk_…");
  log.warn({ type, code, param, status: statusCode, stripe_request: requestId, message }, "Stripe");
  if (error instanceof Stripe.errors.StripeCardError)
    return new PaymentTrouble([402, "card_declined", message], { isOver: true });
  if (statusCode === undefined || statusCode === 409) return new PaymentTrouble(AWAY);
  if (statusCode >= 500 || statusCode === 429) return new PaymentTrouble(AWAY, { isOver: true });
  return new PaymentTrouble(BROKEN, { isOver: true, isMissing: code === "resource_missing" });
}
