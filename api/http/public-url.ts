import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { Context } from "hono";
import type { Env } from "#api/env.ts";
import { socketAddress } from "./address.ts";
import type { AppEnv } from "./context.ts";

/** The address people reach us at: for letters, which must not believe what a request says. */
export const publicUrl = ({ PUBLIC_URL, HOST, PORT }: Env) =>
  PUBLIC_URL ?? `http://${displayHost(HOST)}:${PORT}`;

/** A server that listens everywhere is reached from its own machine at least. */
export const displayHost = (host: string) =>
  ["127.0.0.1", "0.0.0.0", "::"].includes(host) ? "localhost" : host;

export const isLoopback = (host: string) =>
  /^(localhost|\[?::1\]?|(::ffff:)?127(\.\d+){3})$/.test(host);

/**
 * The address people see: the configured one, else the one this request was sent to. The request's word for it is its
 * sender's own word, and a cache could hand it to others: a number has to be where this server really is.
 */
export function originOf<Asked extends AppEnv>(env: Env, c: Context<Asked>): string {
  const { hostname, port, origin } = new URL(c.req.url);
  const isHere = hostname === "localhost" || (isOwn(hostname) && isReached(c, hostname, port));
  return env.PUBLIC_URL === undefined && isHere ? origin : publicUrl(env);
}

/** Whether the caller can have come to this address: to our loopback only from here, and to no port but ours. */
const isReached = <Asked extends AppEnv>(c: Context<Asked>, hostname: string, port: string) =>
  isLoopback(hostname)
    ? isLoopback(socketAddress(c) ?? "")
    : Number(port || 80) === c.env?.server?.port;

function isOwn(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  const own = Object.values(networkInterfaces()).flat();
  return isIP(address) !== 0 && own.some((one) => one?.address === address);
}
