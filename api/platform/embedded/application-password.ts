import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { APPLICATION_PASSWORD, randomPassword } from "./cluster.ts";

const fileIn = (home: string) => join(home, APPLICATION_PASSWORD);

/** Nothing where the application has none of its own yet. */
export function readApplicationPassword(home: string): string | undefined {
  const file = fileIn(home);
  // Empty where the machine went down before it was on the disk.
  return (existsSync(file) && readFileSync(file, "utf8").trim()) || undefined;
}

/**
 * Whoever comes by the application's password is no superuser with it. Directories from before had one for
 * both, and go on with that until the role has another: what the file says is true as soon as it is there.
 */
export async function giveOwnPassword(home: string, adminUrl: string): Promise<void> {
  if (readApplicationPassword(home) !== undefined) return;
  const password = randomPassword();
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`alter role postgres password '${password}'`); // ours: letters, digits, - and _
  } finally {
    await sql.end();
  }
  const draft = `${fileIn(home)}.draft`;
  writeFileSync(draft, password, { mode: 0o600 });
  renameSync(draft, fileIn(home));
}
