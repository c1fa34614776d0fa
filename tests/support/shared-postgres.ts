import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { bootstrap } from "#api/platform/embedded/bootstrap.ts";
import type { EmbeddedPostgres } from "#api/platform/embedded/postgres.ts";
import { migrate } from "#api/platform/migrate.ts";
import { sweepTemporaryPostgres, temporaryPostgres } from "./temporary-postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The Postgres of the run: as superuser, and as the application with the database left out. */
    postgres: { adminUrl: string; url: string };
  }
}

/** The databases that tests clone: one as hosted Supabase gives it, and one with our migrations applied. */
export const PREPARED = "prepared";
export const TEMPLATE = "migrated";

export default async function setup(project: TestProject) {
  const server = await start();
  project.provide("postgres", { adminUrl: server.adminUrl(), url: server.url("") });
  return () => server.stop();
}

/** A server with a migrated template in it: each test file clones that. */
async function start(): Promise<EmbeddedPostgres> {
  await sweepTemporaryPostgres();
  const server = await temporaryPostgres();
  const admin = postgres(server.adminUrl(), { max: 1 });
  await admin.unsafe(`create database ${PREPARED}`);
  await bootstrap(server.adminUrl(PREPARED));
  await admin.unsafe(`create database ${TEMPLATE} template ${PREPARED} owner postgres`);
  await migrate(server.url(TEMPLATE));
  await admin.end();
  return server;
}
