import { type DriveStandIn, startDrive } from "#tests/stand-ins/google-drive.ts";
import { freePort } from "#tests/support/free-port.ts";
import { removeDataDir, type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { test as journey } from "./journey.ts";
import { type Person, register } from "./people.ts";
import { usedDataDir } from "./shared-data-dir.ts";

interface PerWorker {
  drive: { google: DriveStandIn; server: ServerProcess; superAdmin: Person };
  server: ServerProcess;
  superAdmin: Person;
}

/** A server of its own, where new accounts are on the Free plan and Google is a stand-in. */
export const test = journey.extend<object, PerWorker>({
  drive: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const port = freePort(); // Google knows beforehand where it sends people back to
      const origin = `http://127.0.0.1:${port}`;
      const dataDir = usedDataDir();
      const google = startDrive({ redirectUris: [`${origin}/auth/google-drive/callback`] });
      const server = await startServer({
        ...google.env,
        DATA_DIR: dataDir,
        PORT: String(port),
        PUBLIC_URL: origin,
        TRUST_PROXY: "on",
      });
      const superAdmin = await register(origin); // everybody who registers later is an ordinary person
      await use({ google, server, superAdmin });
      await server.kill("SIGTERM");
      google.stop();
      removeDataDir(dataDir);
    },
    { scope: "worker" },
  ],
  server: [({ drive }, use) => use(drive.server), { scope: "worker" }],
  superAdmin: [({ drive }, use) => use(drive.superAdmin), { scope: "worker" }],
});
