import { isIP } from "node:net";
import type { Env } from "#api/env.ts";

/** The address people reach us at: for letters, which must not believe what a request says. */
export const publicUrl = ({ PUBLIC_URL, HOST, PORT }: Env) =>
  PUBLIC_URL ?? `http://${HOST === "127.0.0.1" ? "localhost" : HOST}:${PORT}`;

/**
 * The address people see: the configured one, else the one this request was sent to. A name in it is the
 * sender's own word, and a cache could hand it to others; an address of a machine is no place to lure to.
 */
export function originOf(env: Env, requestUrl: string): string {
  const { hostname, origin } = new URL(requestUrl);
  const isMachine = hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return env.PUBLIC_URL === undefined && isMachine ? origin : publicUrl(env);
}
