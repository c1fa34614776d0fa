import { createMiddleware } from "hono/factory";
import { unavailable } from "#api/http/errors.ts";

/** Where plans are sold, nothing that costs money is given away by a plain request. */
export const freeOfCharge = (payments: boolean) =>
  createMiddleware(async (_, next) => {
    if (payments) throw paymentsUnavailable();
    await next();
  });

export const paymentsUnavailable = () =>
  unavailable("Payments cannot be taken on this server yet.", "payments_unavailable");
