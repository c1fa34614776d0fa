import { type DriveStandIn, startDrive } from "#tests/stand-ins/google-drive.ts";
import { freePort } from "#tests/support/free-port.ts";
import {
  newDataDir,
  removeDataDir,
  type ServerProcess,
  startServer,
} from "#tests/support/server-process.ts";
import { test as journey } from "./journey.ts";
import { register } from "./people.ts";

interface DriveServer {
  google: DriveStandIn;
  server: ServerProcess;
}

/** A server of its own, where new accounts are on the Free plan and Google is a stand-in. */
export const test = journey.extend<object, { drive: DriveServer }>({
  drive: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const port = freePort(); // Google knows beforehand where it sends people back to
      const origin = `http://127.0.0.1:${port}`;
      const dataDir = newDataDir();
      const google = startDrive({ redirectUris: [`${origin}/auth/google-drive/callback`] });
      const server = await startServer({
        ...google.env,
        DATA_DIR: dataDir,
        PORT: String(port),
        PUBLIC_URL: origin,
        TRUST_PROXY: "on",
      });
      await register(origin); // whoever comes after is an ordinary person
      await use({ google, server });
      await server.kill("SIGTERM");
      google.stop();
      removeDataDir(dataDir);
    },
    { scope: "worker" },
  ],
});
