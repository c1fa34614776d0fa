import { DriveConnection } from "#contract/drive.ts";
import { type DriveStandIn, startDrive } from "#tests/stand-ins/google-drive.ts";
import { freePort } from "#tests/support/free-port.ts";
import { newDataDir, removeDataDir, startServer } from "#tests/support/server-process.ts";
import { call } from "./belongings.ts";
import { test as journey } from "./journey.ts";
import { type Person, register } from "./people.ts";

interface TwoPlaces {
  google: DriveStandIn;
  /** Somebody on a plan with a cloud, who has connected a drive. */
  newPerson: () => Promise<Person>;
}

/** A server where people have a cloud of their plan and a drive of their own. */
export const test = journey.extend<object, { twoPlaces: TwoPlaces }>({
  twoPlaces: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const dataDir = newDataDir();
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
      await register(server.origin); // whoever comes after is an ordinary person
      await use({
        google,
        newPerson: async () => connected(google, await register(server.origin)),
      });
      await server.kill("SIGTERM");
      google.stop();
      removeDataDir(dataDir);
    },
    { scope: "worker" },
  ],
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
