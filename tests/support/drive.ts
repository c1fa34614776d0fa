import pino from "pino";
import { expect } from "vitest";
import { type Drive, openDrive } from "#api/platform/drive/open.ts";
import { DriveConnection } from "#contract/drive.ts";
import type { Recording } from "#contract/recordings.ts";
import { type DriveStandIn, startDrive } from "#tests/stand-ins/google-drive.ts";
import { type SignedIn, type TestApp, testApp } from "./app.ts";
import { atEndOfFile } from "./cleanup.ts";
import { processed, readRecording, saveVideo } from "./saving.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

export interface DriveApp extends TestApp {
  google: DriveStandIn;
  /** Somebody on the Free plan who has connected a Google account of their own. */
  connected: (email?: string) => Promise<SignedIn>;
  /** The drive of a second process, over the same database. */
  anotherDrive: () => Drive | null;
}

/** An app whose Google is a stand-in, with its jobs under way. */
export async function driveApp(
  settings: Record<string, string> = {},
  overrides: Parameters<typeof testApp>[1] = {},
): Promise<DriveApp> {
  const google = startDrive();
  atEndOfFile(google.stop);
  const environment = { ...google.env, FFMPEG_PATH: "/no/such/ffmpeg", ...settings };
  const app = await testApp(environment, overrides);
  await app.startJobs();
  return {
    ...app,
    google,
    anotherDrive: () =>
      openDrive({
        env: { ...app.env, DATA_DIR: temporaryDirectory() },
        service: app.database.asService("a test is a second process"),
        keys: app.keys,
        log: pino({ level: "silent" }),
        pauses: [10, 20, 40],
      }),
    async connected(email = `${crypto.randomUUID()}@gmail.test`) {
      const person = await app.person();
      await onFreePlan(app, person);
      google.signIn({ email, permissionId: email });
      await connect(google, person);
      return person;
    },
  };
}

/** The free plan from the beginning: there is no cloud of theirs from which anything would have to move home. */
async function onFreePlan({ database: { pool } }: TestApp, { id }: SignedIn): Promise<void> {
  await pool`
    update public.subscriptions set storage_type = 'google_drive',
           plan_id = (select id from public.plans where name = 'Free')
     where user_id = ${id}
  `;
  await pool`update public.subscriptions set homeward = false where user_id = ${id}`;
}

export async function connect(google: DriveStandIn, person: SignedIn): Promise<DriveConnection> {
  const { auth_url } = await (await person.call("GET", "/google-drive/auth-url")).json();
  const answer = await person.call("POST", "/google-drive/callback", await google.allow(auth_url));
  expect(answer.status, await answer.clone().text()).toBe(200);
  return DriveConnection.parse(await answer.json());
}

export const connectionOf = async (person: SignedIn): Promise<DriveConnection> =>
  DriveConnection.parse(await (await person.call("GET", "/google-drive")).json());

/** Waits until the recording lies in the drive. */
export async function delivered(person: SignedIn, id: string): Promise<Recording> {
  await processed(person, id);
  await expect
    .poll(async () => (await readRecording(person, id)).storage_type, { timeout: 30_000 })
    .toBe("google_drive");
  return readRecording(person, id);
}

/** A recording that lies in their drive. */
export async function inDrive(person: SignedIn, filename = "Demo.webm"): Promise<Recording> {
  const { id } = await saveVideo(person, "recorded.webm", { filename });
  return delivered(person, id);
}
