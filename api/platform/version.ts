import { z } from "zod";

/** The version of this product, as its package says. */
export async function readVersion(): Promise<string> {
  const file = Bun.file(new URL("../../package.json", import.meta.url));
  return z.object({ version: z.string() }).parse(await file.json()).version;
}
