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
export function displayHost(host: string) {
  if (["127.0.0.1", "0.0.0.0", "::"].includes(host)) return "localhost";
  return isIP(host) === 6 ? `[${host}]` : host;
}

export const isLoopback = (host: string) =>
  /^(localhost|\[?::1\]?|(::ffff:)?127(\.\d+){3})$/.test(host);

/**
 * The address people see: the configured one, else the one this request was sent to. The request's word for it is its
 * sender's own word, and a cache could hand it to others: a number has to be where this server really is.
 */
export function originOf<Asked extends AppEnv>(env: Env, c: Context<Asked>): string {
  const asked = env.PUBLIC_URL === undefined ? URL.parse(c.req.url) : null; // a Host may be no name at all
  return asked && isHere(c, asked) ? asked.origin : publicUrl(env);
}

/** Whether the caller can have come to this address: to our loopback only from here, and to no port but ours. */
function isHere<Asked extends AppEnv>(c: Context<Asked>, { hostname, port }: URL): boolean {
  if (hostname === "localhost" || !isOwn(hostname)) return hostname === "localhost";
  if (isLoopback(hostname)) return isLoopback(socketAddress(c) ?? "");
  return Number(port || 80) === c.env?.server?.port;
}

function isOwn(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  const own = Object.values(networkInterfaces()).flat();
  return isIP(address) !== 0 && own.some((one) => one?.address === address);
}
