import { DriveConnection } from "#contract/drive.ts";
import { type DriveStandIn, startDrive } from "#tests/stand-ins/google-drive.ts";
import { freePort } from "#tests/support/free-port.ts";
import { removeDataDir, type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { call } from "./belongings.ts";
import { test as journey } from "./journey.ts";
import { type Person, register } from "./people.ts";
import { usedDataDir } from "./shared-data-dir.ts";

interface TwoPlaces {
  google: DriveStandIn;
  server: ServerProcess;
  superAdmin: Person;
  /** Somebody on a plan with a cloud, who has connected a drive. */
  newPerson: () => Promise<Person>;
}

interface PerWorker {
  twoPlaces: TwoPlaces;
  server: ServerProcess;
  superAdmin: Person;
}

/** A server where people have a cloud of their plan and a drive of their own. */
export const test = journey.extend<object, PerWorker>({
  twoPlaces: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const dataDir = usedDataDir();
      const port = freePort(); // Google knows beforehand where it sends people back to
      const origin = `http://127.0.0.1:${port}`;
      const google = startDrive({ redirectUris: [`${origin}/auth/google-drive/callback`] });
      const server = await startServer({
        ...google.env,
        DATA_DIR: dataDir,
        DEFAULT_PLAN: "Pro",
        PORT: String(port),
        PUBLIC_URL: origin,
        TRUST_PROXY: "on",
      });
      const superAdmin = await register(server.origin); // everybody who registers later is an ordinary person
      await use({
        google,
        server,
        superAdmin,
        newPerson: async () => connected(google, await register(server.origin)),
      });
      await server.kill("SIGTERM");
      google.stop();
      removeDataDir(dataDir);
    },
    { scope: "worker" },
  ],
  server: [({ twoPlaces }, use) => use(twoPlaces.server), { scope: "worker" }],
  superAdmin: [({ twoPlaces }, use) => use(twoPlaces.superAdmin), { scope: "worker" }],
});

async function connected(google: DriveStandIn, person: Person): Promise<Person> {
  google.signIn({ email: person.email, permissionId: person.email });
  const { origin, token } = person;
  const asked = await fetch(`${origin}/api/google-drive/auth-url`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { auth_url } = await asked.json();
  const allowed = await google.allow(auth_url);
  await call(person, "POST", "/google-drive/callback", DriveConnection, allowed);
  return person;
}
