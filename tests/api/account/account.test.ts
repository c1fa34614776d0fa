import { describe, expect, it } from "vitest";
import { defaultPreferences } from "#contract/account.ts";
import { testApp } from "#tests/support/app.ts";

const { visitor, person, database } = await testApp();

async function registered() {
  const name = `cleo-${crypto.randomUUID().slice(0, 8)}`;
  const credentials = { email: `${name}@example.org`, password: "secret1" };
  const answer = await visitor.call("POST", "/auth/register", { username: name, ...credentials });
  const { token } = await answer.json();
  return { ...credentials, headers: { Authorization: `Bearer ${token}` } };
}

describe("changing the password works", () => {
  it("ends every session but the one it answers with", async () => {
    const { email, password, headers } = await registered();
    const changed = await visitor.call(
      "POST",
      "/user/change-password",
      { current_password: password, new_password: "better-secret" },
      headers,
    );
    expect(changed.status).toBe(200);
    const { token } = await changed.json();

    expect((await visitor.call("GET", "/user", undefined, headers)).status).toBe(401);
    const fresh = { Authorization: `Bearer ${token}` };
    expect((await visitor.call("GET", "/user", undefined, fresh)).status).toBe(200);
    const login = (secret: string) =>
      visitor.call("POST", "/auth/login", { email, password: secret });
    expect((await login(password)).status).toBe(401);
    expect((await login("better-secret")).status).toBe(200);
  });
});

describe("changing the password refuses", () => {
  it("the second of two at once, which knows the old one only", async () => {
    const { email, password, headers } = await registered();
    const wishes = ["the first wish", "the second wish"];
    const answers = await Promise.all(
      wishes.map((new_password) => {
        const body = { current_password: password, new_password };
        return visitor.call("POST", "/user/change-password", body, headers);
      }),
    );
    const logins = await Promise.all(
      wishes.map((secret) => visitor.call("POST", "/auth/login", { email, password: secret })),
    );
    const granted = answers.map(({ status }) => status === 200);
    expect(granted.toSorted()).toEqual([false, true]);
    expect(logins.map(({ status }) => status === 200)).toEqual(granted);
  });

  it("to guess without end", async () => {
    const { password, headers } = await registered();
    const { id } = await (await visitor.call("GET", "/user", undefined, headers)).json();
    const name = `password:account:${id}`;
    await database.pool`insert into private.buckets (name, tokens) values (${name}, 0)`;
    const body = { current_password: password, new_password: "mine from now on" };
    const answer = await visitor.call("POST", "/user/change-password", body, headers);
    expect(answer.status).toBe(429);
  });

  it("to set one where there is one", async () => {
    const { headers } = await registered();
    const body = { password: "another one" };
    const answer = await visitor.call("POST", "/user/set-password", body, headers);
    expect([answer.status, (await answer.json()).code]).toEqual([409, "password_already_set"]);
  });
});

describe("changing the password rejects", () => {
  it.each([
    ["", "better-secret", "current_password", "Please enter your current password"],
    ["secret1", "12345", "new_password", "New password must be at least 6 characters long"],
    ["secret1", "secret1", "new_password", "New password must be different from current password"],
    ["wrong-one", "better-secret", "current_password", "Current password is incorrect"],
  ])("%j to %j", async (current_password, new_password, field, text) => {
    const { headers } = await registered();
    const body = { current_password, new_password };
    const answer = await visitor.call("POST", "/user/change-password", body, headers);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error: text, fields: { [field]: text } });
  });
});

describe("preferences", () => {
  it("are the defaults until they are saved, and then what was saved", async () => {
    const ada = await person();
    expect(await (await ada.call("GET", "/user/preferences")).json()).toEqual(defaultPreferences);
    const wanted = {
      ...defaultPreferences,
      recording_quality: "ultra",
      default_filename_prefix: "Demo",
      preferred_storage: "s3",
    };
    const saved = await ada.call("PUT", "/user/preferences", wanted);
    expect(saved.status).toBe(200);
    expect(await saved.json()).toEqual(wanted);
    expect(await (await ada.call("GET", "/user/preferences")).json()).toEqual(wanted);
  });

  it("stay as they are where a call does not name them", async () => {
    const ada = await person();
    await ada.call("PUT", "/user/preferences", { email_notices: false, recording_quality: "low" });
    const { email_notices, ...specified } = defaultPreferences;
    const saved = await (await ada.call("PUT", "/user/preferences", specified)).json();
    expect(saved).toEqual({ ...defaultPreferences, email_notices: false });
    expect(await (await ada.call("PUT", "/user/preferences", {})).json()).toEqual(saved);
  });

  it("cannot claim that a drive is connected", async () => {
    const ada = await person();
    const claim = { ...defaultPreferences, google_drive_connected: true };
    const saved = await (await ada.call("PUT", "/user/preferences", claim)).json();
    expect(saved.google_drive_connected).toBe(false);
  });

  it("reject a quality that does not exist", async () => {
    const ada = await person();
    const wrong = { ...defaultPreferences, recording_quality: "8k" };
    expect((await ada.call("PUT", "/user/preferences", wrong)).status).toBe(422);
  });
});

describe("the activity ping", () => {
  it("notes when the account was last in use", async () => {
    const ada = await person();
    expect(await (await ada.call("POST", "/activity/ping")).json()).toEqual({ success: true });
    const db = database.as(ada.caller);
    const [row] = await db((sql) => sql`select last_active_at from public.users`);
    expect(row?.last_active_at).toBeInstanceOf(Date);
  });
});
