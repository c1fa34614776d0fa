import { describe, expect, it } from "vitest";
import { driveTokens } from "#api/platform/drive/tokens.ts";
import { connect, connectionOf, driveApp } from "#tests/support/drive.ts";

const app = await driveApp();
const { google } = app;

/** A call for which tokens are being renewed; Google's answer to that waits. */
async function renewing({ id }: { id: string }) {
  google.accounts.expire();
  const answering = Promise.withResolvers<void>();
  google.hold("token", answering.promise);
  const asking = app.drive?.store.room(id).catch((error: unknown) => error);
  const leases = () =>
    app.database
      .pool`select from private.drive_connections where user_id = ${id} and lease_holder is not null`;
  await expect.poll(leases).toHaveLength(1);
  return { asking, answering };
}

describe("tokens", () => {
  it("lie sealed in the database, and open for nobody else", async () => {
    const ada = await app.connected();
    const [row] = await app.database.pool<{ refresh_token: string; access_token: string }[]>`
      select refresh_token, access_token from private.drive_connections where user_id = ${ada.id}
    `;
    for (const secret of google.accounts.secrets) expect(JSON.stringify(row)).not.toContain(secret);
    const { refresh_token: sealed = "" } = row ?? {};
    expect(google.accounts.secrets).toContain(app.keys.unseal(`drive:${ada.id}`, sealed));
    expect(() => app.keys.unseal(`drive:${crypto.randomUUID()}`, sealed)).toThrow();
  });

  it("are renewed once, however many need one, in however many processes", async () => {
    const ada = await app.connected();
    await app.database.pool`
      update private.drive_connections set access_expires_at = now() where user_id = ${ada.id}
    `;
    const before = google.accounts.refreshes;
    const other = app.anotherDrive();
    await Promise.all(
      [app.drive, other, app.drive, other].map((drive) => drive?.store.room(ada.id)),
    );
    expect(google.accounts.refreshes - before).toBe(1);
  });

  it.each([
    [55, 1, "in their last minute: an answer that takes long is still taken"],
    [65, 0, "no sooner"],
  ])("with %i seconds left are renewed %i times: %s", async (seconds, renewals) => {
    const ada = await app.connected();
    await app.database.pool`
      update private.drive_connections
         set access_expires_at = now() + make_interval(secs => ${seconds}) where user_id = ${ada.id}
    `;
    const before = google.accounts.refreshes;
    await app.drive?.store.room(ada.id);
    expect(google.accounts.refreshes - before).toBe(renewals);
  });

  it("that Google refuses before their time are renewed, and the call is made again", async () => {
    const ada = await app.connected();
    google.accounts.expire();
    expect(await app.drive?.store.room(ada.id)).toBeNull();
  });

  it("that were renewed meanwhile stay, when one from before is refused once more", async () => {
    const ada = await app.connected();
    if (!app.drive) throw new Error("The app has no drive");
    const tokens = driveTokens(app.drive);
    const sentTwice = await tokens.of(ada.id);
    await tokens.refuse(ada.id, sentTwice);
    const renewed = await tokens.of(ada.id);
    expect(renewed.token).not.toBe(sentTwice.token);
    await tokens.refuse(ada.id, sentTwice);
    expect(await tokens.of(ada.id)).toEqual(renewed);
  });

  it("that Google has taken back end the connection, which says so", async () => {
    const ada = await app.connected("gone@gmail.test");
    google.accounts.forget("gone@gmail.test");
    const asking = app.drive?.store.room(ada.id);
    await expect(asking).rejects.toMatchObject({ said: { code: "drive_not_connected" } });
    expect(await connectionOf(ada)).toMatchObject({ state: "ended", email: "gone@gmail.test" });
    const preferences = await (await ada.call("GET", "/user/preferences")).json();
    expect(preferences.google_drive_connected).toBe(false);
  });

  it("that come after the drive was disconnected are let go, and the reason is said", async () => {
    const ada = await app.connected();
    const { asking, answering } = await renewing(ada);
    google.fail("revoke", { status: 503 }); // so the token itself is still good
    await ada.call("POST", "/google-drive/disconnect");
    answering.resolve();
    google.heal();
    expect(await asking).toMatchObject({ said: { code: "drive_not_connected" } });
  });

  it("that come after another account was connected are let go, and calls go to that one", async () => {
    const ada = await app.connected("former@gmail.test");
    const { asking, answering } = await renewing(ada);
    google.fail("revoke", { status: 503 }); // so the former tokens are still good
    google.hold("token", Promise.resolve());
    google.signIn({ email: "later@gmail.test", permissionId: "later@gmail.test" });
    await connect(google, ada);
    answering.resolve();
    await asking;
    await app.drive?.store.room(ada.id);
    expect(google.asked.at(-1)).toMatchObject({ account: "later@gmail.test" });
    google.heal();
  });

  it("are not given up where Google does not answer, or has forgotten this server", async () => {
    const ada = await app.connected();
    for (const failure of [
      { status: 500 },
      { status: 401, reason: "deleted_client" },
      { status: 429, reason: "rate_limit" },
    ]) {
      google.accounts.expire();
      google.fail("token", failure);
      await expect(app.drive?.store.room(ada.id)).rejects.toThrow("Google Drive");
      google.heal();
    }
    expect((await connectionOf(ada)).state).toBe("connected");
    expect(await app.drive?.store.room(ada.id)).toBeNull();
  });
});
