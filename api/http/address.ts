import { isIP } from "node:net";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";

/**
 * Limits and logs go by the socket's address. X-Forwarded-For counts only behind a proxy of ours,
 * and of it only the last entry, which that proxy wrote; the rest is the visitor's own word.
 */
export const clientAddress = (trustProxy: boolean) =>
  createMiddleware<AppEnv>((c, next) => {
    let known: string | undefined; // a handler may put another request in its place
    c.set("address", () => (known ??= addressOf(c.req.raw, socketAddress(c), trustProxy)));
    return next();
  });

/** The address of the caller of a request that came over a connection from `socket`. */
export function addressOf({ headers }: Request, socket: string | undefined, trustProxy: boolean) {
  const forwarded = trustProxy ? headers.get("X-Forwarded-For")?.split(",").at(-1) : undefined;
  return (forwarded && addressIn(forwarded)) || (socket ?? "unknown");
}

/** The address at the other end of the connection: the visitor, or a proxy in between. */
export const socketAddress = <Asked extends AppEnv>(c: Context<Asked>): string | undefined =>
  c.env?.server?.requestIP(c.req.raw)?.address;

/** The IP address in a text; some proxies add the port. Any other text does not tell where a request came from. */
export function addressIn(text: string): string | undefined {
  const trimmed = text.trim();
  const bare =
    /^\[([^\]]*)\](:\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^([\d.]+):\d+$/, "$1");
  return isIP(bare) ? bare : undefined;
}

/**
 * The network an address belongs to, for limits: with IPv6 one visitor has 2^64 addresses, which begin alike. An
 * IPv4 address that a socket writes as IPv6 stays what it is.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) !== 6) return address;
  return `${groupsOfIpv6(address).slice(0, 4).join(":")}::/64`;
}

/** With IPv6 many customers get not one such network but 65,536 of them; their common beginning names the customer. */
export function siteOf(address: string): string | undefined {
  if (isIP(networkOf(address)) === 4 || isIP(address) !== 6) return undefined;
  return `${groupsOfIpv6(address).slice(0, 3).join(":")}::/48`;
}

/** The networks of an address, from narrow to wide. */
export const networksOf = (address: string): string[] =>
  [networkOf(address), siteOf(address)].filter((name) => name !== undefined);

/** The widest network of one customer, for limits where many small networks must not pass for many visitors. */
export const widestNetworkOf = (address: string) => siteOf(address) ?? networkOf(address);

function groupsOfIpv6(address: string): string[] {
  const [start = "", end] = (address.split("%", 1)[0] ?? "").split("::");
  const first = groupsOf(start);
  const last = groupsOf(end ?? "");
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => "0");
  return [...first, ...zeros, ...last];
}

/** Each group without its leading zeros, so that one network is written in one way. */
const groupsOf = (text: string) =>
  text === "" ? [] : text.split(":").map((group) => group.replace(/^0+(?=.)/, "").toLowerCase());
