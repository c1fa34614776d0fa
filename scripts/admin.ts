/** `bun run admin …`: what an operator does from the machine itself, whether or not the server runs. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Env, readEnv } from "#api/env.ts";
import { purgeTrash } from "#api/features/recordings/trash.ts";
import { forgetWatched } from "#api/features/viewers/viewers.ts";
import * as kinds from "#api/job-kinds.ts";
import { claimDataDir, DataDirInUse } from "#api/platform/data-dir.ts";
import { connect, type Db } from "#api/platform/database.ts";
import { readPidFile, runsPostgres } from "#api/platform/embedded/pid-file.ts";
import { startPostgres } from "#api/platform/embedded/postgres.ts";
import { sendJob } from "#api/platform/jobs/table.ts";
import { hashPassword } from "#api/platform/passwords.ts";
import { Role } from "#contract/auth.ts";

const usage = `bun run admin role <email> <${Role.options.join("|")}>   grant a role
bun run admin activate <email>   lift a suspension
bun run admin password <email>   give a new password and end every session
bun run admin second-factor <email>   turn off what was lost: app, passkeys and recovery codes
bun run admin jobs   what the queue has failed, and what it has yet to do
bun run admin purge [time]   delete for good what is over in the trash, as if it were then
bun run admin run <job>   begin a job of the clock at once: ${ofTheClock().join(", ")}`;

const [task = "", email = "", role = ""] = process.argv.slice(2);
const tasks: Record<string, (db: Db) => Promise<string>> = {
  role: (db) => grantRole(db, email, role),
  activate: (db) => activate(db, email),
  password: (db) => resetPassword(db, email),
  "second-factor": (db) => removeSecondFactor(db, email),
  jobs: listJobs,
  run: (db) => runJob(db, email),
  purge: (db) => purge(db, email),
};

const run = Object.hasOwn(tasks, task) ? tasks[task] : undefined;
const isOfAccount = ["role", "activate", "password", "second-factor"].includes(task);
if (!run || (isOfAccount && !email)) {
  console.log(usage);
  process.exit(task ? 1 : 0);
}
try {
  console.log(await inDatabase(readEnv(), run));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function inDatabase(env: Env, run: (db: Db) => Promise<string>): Promise<string> {
  const { url, release } = await openDatabase(env);
  const database = connect({ url, max: 2 });
  try {
    return await run(database.asService(`operator: ${task}`));
  } finally {
    await database.close();
    await release();
  }
}

async function grantRole(db: Db, email: string, wanted: string): Promise<string> {
  const role = Role.safeParse(wanted);
  if (!role.success) throw new Error(usage);
  const rows = await db(
    (sql) => sql`
      select changed.username from public.users u, private.set_role(u.id, ${role.data}) changed
       where lower(u.email) = lower(${email})
    `,
  );
  if (!rows[0]) throw new Error(`Nobody has the email ${email}`);
  return `${rows[0].username} is ${role.data} now`;
}

async function activate(db: Db, email: string): Promise<string> {
  const [, rows] = await db((sql) =>
    Promise.all([
      sql`select private.take_turn()`,
      sql`
        update public.users set suspended = false where lower(email) = lower(${email})
        returning username
      `,
    ]),
  );
  if (!rows[0]) throw new Error(`Nobody has the email ${email}`);
  return `${rows[0].username} can log in again`;
}

async function resetPassword(db: Db, email: string): Promise<string> {
  const password = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString("base64url");
  const hash = await hashPassword(password);
  const rows = await db(
    (sql) => sql`
      with account as (
        update public.users set password_set = true where lower(email) = lower(${email}) returning id
      )
      update private.credentials
         set password_hash = ${hash}
       where user_id = (select id from account)
      returning user_id
    `,
  );
  if (!rows[0]) throw new Error(`Nobody has the email ${email}`);
  return `The new password is ${password}\nEvery session of the account has ended. Ask them to change it after signing in.`;
}

async function removeSecondFactor(db: Db, email: string): Promise<string> {
  const [account] = await db(
    (sql) => sql`
      with account as (select id, username from public.users where lower(email) = lower(${email})),
      removed as (delete from private.second_factors where user_id in (select id from account))
      select username from account
    `,
  );
  if (!account) throw new Error(`Nobody has the email ${email}`);
  return `${account.username} signs in without a second factor now`;
}

async function listJobs(db: Db): Promise<string> {
  const jobs = await db(
    (sql) => sql`
      select sent_at, kind, tries, coalesce(left(reason, 200), '') as reason,
             case when failed_at is not null then 'failed' when attempt is null then 'waiting' else 'running' end
               as state
        from private.jobs
       order by sent_at desc
       limit 50
    `,
  );
  if (jobs.length === 0) return "Nothing failed, nothing to do";
  return jobs
    .map(({ sent_at, kind, state, tries, reason }) =>
      [sent_at.toISOString(), state.padEnd(7), kind, `tries: ${tries + 1}`, reason].join("  "),
    )
    .join("\n");
}

/** Kinds of job that need nothing to be told. */
function ofTheClock(): string[] {
  return Object.values(kinds)
    .filter(({ data }) => data.safeParse({}).success)
    .map(({ name }) => name);
}

async function runJob(db: Db, kind: string): Promise<string> {
  if (!ofTheClock().includes(kind)) throw new Error(usage);
  await db((sql) => sendJob(sql, { name: kind }, {}));
  return `${kind} is sent: the server begins it now, or when it starts`;
}

async function purge(db: Db, time: string): Promise<string> {
  const at = time ? new Date(time) : new Date();
  // "40" would be the year 2040, in which all is over.
  if (Number.isNaN(at.getTime()) || (time && !/^\d{4}-\d\d-\d\d/.test(time)))
    throw new Error(`This is no time: ${time}. Write it as in ${new Date().toISOString()}`);
  const purged = await purgeTrash(db, at);
  await forgetWatched(db, at);
  await db((sql) => sendJob(sql, kinds.objectRemoval, {}));
  return `${purged} deleted for good; the server removes their bytes now, or when it starts`;
}

interface OpenDatabase {
  url: string;
  release(): Promise<void>;
}

/** A running server's Postgres is borrowed; one that nobody uses is started, and stopped again. */
async function openDatabase(env: Env): Promise<OpenDatabase> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, release: async () => {} };
  const home = resolve(env.DATA_DIR, "postgres");
  const data = join(home, "data");
  if (!existsSync(data))
    throw new Error(`There is no database in ${env.DATA_DIR} yet: start Kinora once`);
  const claimed = claimUnlessRunning(env.DATA_DIR);
  // A second Postgres on the same data would destroy it, and from one container none sees the processes of another.
  if (!claimed && !runsPostgres(data, readPidFile(data)?.pid ?? 0))
    throw new Error(
      "The server is just starting or stopping: try again in a moment. If it runs in a container, call this in there, by `docker exec`.",
    );
  const server = await startPostgres(home);
  return {
    url: server.url(),
    async release() {
      if (!claimed) return;
      await server.stop();
      claimed.release();
    },
  };
}

function claimUnlessRunning(dataDir: string) {
  try {
    return claimDataDir(dataDir);
  } catch (error) {
    if (error instanceof DataDirInUse) return;
    throw error;
  }
}
