import pino from "pino";
import { expect, test } from "vitest";
import { openDrive } from "#api/platform/drive/open.ts";
import { driveApp } from "#tests/support/drive.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const app = await driveApp();
const { google } = app;

/** A drive whose log is kept, errors whole. */
function logged() {
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const service = app.database.asService("a test reads the log");
  const env = { ...app.env, DATA_DIR: temporaryDirectory() };
  const drive = openDrive({ env, service, keys: app.keys, log, pauses: [5, 5] });
  if (!drive) throw new Error("this app has a drive");
  return { lines, log, drive };
}

test("no token, code or session's address is in a log line, however a call fails", async () => {
  const ada = await app.connected("secret@gmail.test");
  const { lines, log, drive } = logged();
  const secrets = google.accounts.secrets;
  expect(secrets.length).toBeGreaterThan(1);
  const bytes = new Uint8Array(1000);
  const steps = ["get", "create", "ids", "open", "chunk", "update", "about"] as const;
  for (const step of steps) {
    for (const failure of [{ status: 403, reason: "appNotAuthorizedToFile" }, { status: 500 }]) {
      google.fail(step, failure);
      await drive.store.put(`se/${crypto.randomUUID()}`, bytes, { owner: ada.id }).catch(hear);
      await drive.store.room(ada.id).catch(hear);
      google.heal();
    }
  }
  google.accounts.expire();
  google.fail("token", { status: 401, reason: "invalid_client" });
  await drive.store.room(ada.id).catch(hear);
  google.heal();
  google.accounts.forget("secret@gmail.test");
  await drive.store.room(ada.id).catch(hear);

  function hear(err: unknown) {
    log.error({ err }, "heard");
  }
  expect(lines.length).toBeGreaterThan(10);
  const said = lines.join("\n");
  for (const secret of [...secrets, app.env.GOOGLE_CLIENT_SECRET ?? "?"])
    expect(said).not.toContain(secret);
  expect(said).not.toMatch(/upload_id=|code_verifier|refresh_token|ya29\./);
});
