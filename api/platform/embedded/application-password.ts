import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { alone } from "#api/platform/database.ts";
import { APPLICATION_PASSWORD, randomPassword } from "./cluster.ts";

const fileIn = (home: string) => join(home, APPLICATION_PASSWORD);

/** Undefined where the application has no password of its own yet. */
export function readApplicationPassword(home: string): string | undefined {
  const file = fileIn(home);
  // The file is empty where the machine went down before the password was on the disk.
  return (existsSync(file) && readFileSync(file, "utf8").trim()) || undefined;
}

/**
 * With the application's password a thief is no superuser. Older data directories had one password for both roles,
 * and go on with it until the role has its own: the file is true as soon as it exists.
 */
export async function giveOwnPassword(home: string, adminUrl: string): Promise<void> {
  if (readApplicationPassword(home) !== undefined) return;
  const password = randomPassword();
  // The password is ours: letters, digits, - and _
  await alone(adminUrl, (sql) => sql.unsafe(`alter role postgres password '${password}'`));
  const draft = `${fileIn(home)}.draft`;
  writeFileSync(draft, password, { mode: 0o600 });
  renameSync(draft, fileIn(home));
}
