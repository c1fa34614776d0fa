import { only, stored } from "./browser/browser-storage.ts";

const LIFETIME_MS = 300_000;
const lastAnswer = stored({ key: "kinora.client-address", schema: only(isKnown) });
/** A service that answers with the caller's address; none by default. */
const service = import.meta.env.CLIENT_IP_URL;

let looking = false;

/** The visitor's public address if it is known already; otherwise it is looked up for the next call. */
export function addressHeader(): Record<string, string> {
  if (!service) return {};
  const known = lastAnswer.read();
  if (known && Date.now() - known.at < LIFETIME_MS) return { "X-Client-IP": known.address };
  void lookUp(service);
  return {};
}

async function lookUp(url: string) {
  if (looking) return;
  looking = true;
  try {
    const address = readAddress(await (await fetch(url)).text());
    if (address) lastAnswer.write({ address, at: Date.now() });
  } catch {
    // The address is a hint for the activity log; without it nothing is missing.
  } finally {
    looking = false;
  }
}

/** Services answer with the bare address or with `{"ip": …}`. */
export function readAddress(text: string) {
  return /[0-9a-f]{0,4}(?:[.:][0-9a-f]{0,4}){3,7}/i.exec(text)?.[0];
}

function isKnown(value: unknown): value is { address: string; at: number } {
  const { address, at } = Object(value);
  return typeof address === "string" && typeof at === "number";
}
