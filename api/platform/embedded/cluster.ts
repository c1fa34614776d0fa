import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { StartError } from "#api/platform/start-error.ts";
import type { Binaries, Command } from "./binaries.ts";

/** The files that Postgres keeps on disk, its data and its log, and the password of its superuser. */
export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** The role that initdb makes; `postgres`, the one the application uses, is no superuser, as on Supabase. */
export const SUPERUSER = "supabase_admin";

/** Opens the cluster in `directory`, making it first where there is none. */
export async function openCluster(directory: string, binaries: Binaries) {
  const cluster = {
    data: join(directory, "data"),
    log: join(directory, "log"),
    /** The file with the password of the application's role. */
    ownPassword: join(directory, "application-password"),
  };
  refuseOtherMajor(cluster.data, binaries.major);
  const passwordFile = join(directory, "password");
  if (!existsSync(join(cluster.data, "PG_VERSION"))) {
    giveTo(binaries.owner, directory);
    rmSync(cluster.ownPassword, { force: true }); // of data that is gone
    writeFileSync(passwordFile, randomPassword(), { mode: 0o600 });
    giveTo(binaries.owner, passwordFile);
    await initialise(cluster.data, passwordFile, binaries);
  }
  return { ...cluster, password: readFileSync(passwordFile, "utf8").trim() };
}

function refuseOtherMajor(data: string, major: string): void {
  const file = join(data, "PG_VERSION");
  if (!existsSync(file)) return;
  const found = readFileSync(file, "utf8").trim();
  if (found === major) return;
  throw new StartError(
    `${data} was made by Postgres ${found}, and this Kinora runs Postgres ${major}, which cannot read it. ` +
      "Nothing was changed. Start it with the Kinora that made it, or set DATA_DIR to another directory.",
  );
}

export const randomPassword = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url");

/** Makes the cluster beside its place and moves it there whole: a start cut short leaves no half of one. */
async function initialise(data: string, passwordFile: string, binaries: Binaries): Promise<void> {
  removeDrafts(data);
  const draft = `${data}.${crypto.randomUUID()}`;
  const command = binaries.command("initdb", [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ]);
  const failure = await failureOf(command);
  if (failure !== undefined)
    throw new StartError(
      `Postgres could not be set up in ${data}. ${adviceFor(command)}\n${failure}`,
    );
  renameSync(draft, data);
}

/** A start that was killed may have left a draft behind, and its initdb may still be at work in it. */
function removeDrafts(data: string): void {
  for (const name of readdirSync(dirname(data))) {
    if (!name.startsWith(`${basename(data)}.`)) continue;
    try {
      rmSync(join(dirname(data), name), { recursive: true, force: true });
    } catch {} // then it goes at another first start, or stays: it is in nobody's way
  }
}

async function failureOf(command: Command): Promise<string | undefined> {
  try {
    const run = Bun.spawn({
      ...command,
      env: { ...bareEnvironment(), TZ: "UTC" }, // or it tries each time zone there is
      stdio: ["ignore", "ignore", "pipe"],
    });
    const said = await new Response(run.stderr).text();
    return (await run.exited) === 0 ? undefined : said;
  } catch (error) {
    return String(error); // the program itself is out of that user's reach
  }
}

const adviceFor = ({ uid }: Command) =>
  uid === undefined
    ? ""
    : `It may not run as root, so it ran as user ${uid}, who must be able to reach that directory and Kinora's own. ` +
      "Run Kinora as an ordinary user, or move them.";

/** Postgres needs none of our environment, and its processes must not see our secrets. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = "", SystemRoot = "", TEMP = "" } = process.env;
  return { PATH, SystemRoot, TEMP };
}

function giveTo(owner: number | undefined, path: string): void {
  if (owner === undefined) return;
  chownSync(path, owner, owner);
  chmodSync(dirname(path), 0o711); // the owner must be able to enter the folder
}
