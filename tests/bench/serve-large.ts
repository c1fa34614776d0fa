import { join } from "node:path";
import { newDataDir, removeDataDir } from "#tests/support/server-process.ts";
import { fillLargeWorld, LARGE } from "./large-world.ts";
import { type Served, serve } from "./served.ts";

/** Made once for all that is measured in it. In `LARGE_WORLD` each size has a directory that stays for the next time. */
export async function serveLarge(size = LARGE): Promise<Served> {
  const served = await serve(placeOfWorld(String(size.recordings)));
  if (await isEmpty(served)) await fillLargeWorld(served.superuser, size);
  return served;
}

const places = new Map<string, string>();

function placeOfWorld(size: string): string {
  const parent = process.env.LARGE_WORLD;
  if (parent) return join(parent, size);
  const made = places.get(size) ?? newDataDir();
  if (!places.has(size)) process.on("exit", () => removeDataDir(made));
  places.set(size, made);
  return made;
}

async function isEmpty({ superuser }: Pick<Served, "superuser">): Promise<boolean> {
  const [row] = await superuser`select from public.users offset 1 limit 1`;
  return row === undefined;
}
