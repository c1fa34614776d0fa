import { type S3StandIn, startS3 } from "#tests/stand-ins/s3.ts";
import { newDataDir, removeDataDir, type ServerProcess, startServer } from "./server-process.ts";
import { newSigningKey } from "./signing-key.ts";
import { temporaryPostgres } from "./temporary-postgres.ts";

/** Servers as processes, on one Postgres and one bucket. */
export interface SeveralServers {
  s3: S3StandIn;
  /** Postgres as its superuser. */
  adminUrl: string;
  start(more?: Record<string, string>): Promise<ServerProcess>;
  close(): Promise<void>;
}

export async function severalServers(): Promise<SeveralServers> {
  const [postgres, s3] = [await temporaryPostgres(), startS3()];
  const SIGNING_KEY = JSON.stringify(await newSigningKey());
  const servers: ServerProcess[] = [];
  const directories: string[] = [];
  return {
    s3,
    adminUrl: postgres.adminUrl(),
    async start(more = {}) {
      const DATA_DIR = newDataDir();
      directories.push(DATA_DIR);
      const server = await startServer({
        ...{ DATA_DIR, DATABASE_URL: postgres.url(), MIGRATE: "on", SIGNING_KEY },
        ...{ TRUST_PROXY: "on", S3_ENDPOINT: s3.endpoint, S3_BUCKET: "recordings" },
        S3_ACCESS_KEY_ID: s3.keys.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.keys.secretAccessKey,
        ...more,
      });
      servers.push(server);
      return server;
    },
    async close() {
      await Promise.all(servers.map((server) => server.kill("SIGTERM")));
      await postgres.stop();
      await s3.stop();
      for (const directory of directories) removeDataDir(directory);
    },
  };
}
