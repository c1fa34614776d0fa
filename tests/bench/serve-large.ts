import { newDataDir, removeDataDir } from "#tests/support/server-process.ts";
import { fillLargeWorld, LARGE } from "./large-world.ts";
import { type Served, serve } from "./served.ts";

/** Made once for all that is measured in it. `LARGE_WORLD` names a data directory where it stays for the next time. */
export async function serveLarge(size = LARGE): Promise<Served> {
  const served = await serve(placeOfWorld());
  if (await isEmpty(served)) await fillLargeWorld(served.superuser, size);
  return served;
}

let place = process.env.LARGE_WORLD;

function placeOfWorld(): string {
  if (place) return place;
  const made = newDataDir();
  process.on("exit", () => removeDataDir(made));
  place = made;
  return made;
}

async function isEmpty({ superuser }: Pick<Served, "superuser">): Promise<boolean> {
  const [row] = await superuser`select from public.users offset 1 limit 1`;
  return row === undefined;
}
