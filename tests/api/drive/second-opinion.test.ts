import { createHash, randomBytes } from "node:crypto";
import { drive as openApi } from "@googleapis/drive";
import { createEmulator } from "emulate";
import { CodeChallengeMethod } from "google-auth-library";
import { describe, expect, it } from "vitest";
import { asRefusal } from "#api/platform/drive/calls.ts";
import { type DriveSettings, oauthClient, SCOPE } from "#api/platform/drive/settings.ts";
import { troubleOf } from "#api/platform/drive/tokens.ts";
import { startDrive } from "#tests/stand-ins/google-drive.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { freePort } from "#tests/support/free-port.ts";

const BACK = "http://localhost:3000/auth/google-drive/callback";

/** Google as somebody else built it, beside our own stand-in: where both speak, they must agree. */
interface Google {
  settings: DriveSettings;
  /** The parameters that come back to us when somebody allows it. */
  allow(address: string): Promise<Record<string, string>>;
}

const googles: { name: string; open: () => Promise<Google> }[] = [
  { name: "our stand-in", open: openOurs },
  { name: "the emulator", open: openEmulator },
];

async function openOurs(): Promise<Google> {
  const google = startDrive();
  atEndOfFile(google.stop);
  const { env } = google;
  return {
    settings: {
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
      apiUrl: env.GOOGLE_API_URL,
      patience: 5_000,
      endpoints: {
        oauth2AuthBaseUrl: env.GOOGLE_AUTH_URL,
        oauth2TokenUrl: env.GOOGLE_TOKEN_URL,
        oauth2RevokeUrl: env.GOOGLE_REVOKE_URL,
      },
    },
    allow: google.allow,
  };
}

async function openEmulator(): Promise<Google> {
  const client = { client_id: "an-id", client_secret: "a-secret", redirect_uris: [BACK] };
  const seed = {
    google: { users: [{ email: "ada@gmail.test", name: "Ada" }], oauth_clients: [client] },
  };
  const google = await createEmulator({ service: "google", port: freePort(), seed });
  atEndOfFile(() => google.close());
  return {
    settings: {
      clientId: client.client_id,
      clientSecret: client.client_secret,
      apiUrl: google.url,
      patience: 5_000,
      endpoints: {
        oauth2AuthBaseUrl: `${google.url}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${google.url}/oauth2/token`,
        oauth2RevokeUrl: `${google.url}/oauth2/revoke`,
      },
    },
    async allow(address) {
      const page = await (await fetch(address)).text();
      const fields = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
        ([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")],
      );
      const answer = await fetch(`${google.url}/o/oauth2/v2/auth/callback`, {
        method: "POST",
        body: new URLSearchParams(fields),
        redirect: "manual",
      });
      const back = answer.headers.get("Location");
      if (!back) throw new Error(`the emulator's page led nowhere: ${answer.status}`);
      return Object.fromEntries(new URL(back).searchParams);
    },
  };
}

describe.each(googles)("as $name has it", ({ open }) => {
  const world = open();
  const begin = async () => {
    const { settings, allow } = await world;
    const client = await oauthClient(settings, BACK);
    const codeVerifier = randomBytes(48).toString("base64url");
    const address = client.generateAuthUrl({
      access_type: "offline",
      prompt: "consent",
      scope: SCOPE,
      state: "ours",
      code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
      code_challenge_method: CodeChallengeMethod.S256,
    });
    return { client, codeVerifier, given: await allow(address) };
  };

  it("a code comes with our state, is good once, and only with its verifier", async () => {
    const { client, codeVerifier, given } = await begin();
    expect(given.state).toBe("ours");
    const code = given.code ?? "";
    const { tokens } = await client.getToken({ code, codeVerifier });
    expect(tokens).toMatchObject({ scope: expect.stringContaining(SCOPE) });
    expect(tokens.refresh_token).toEqual(expect.any(String));
    const again = client.getToken({ code, codeVerifier }).catch(troubleOf);
    expect(await again).toMatchObject({ reason: "invalid_grant" });

    const other = await begin();
    const wrong = { code: other.given.code ?? "", codeVerifier };
    expect(await other.client.getToken(wrong).catch(troubleOf)).toMatchObject({
      reason: "invalid_grant",
    });
  });

  it("a token is renewed, and one that nobody gave is refused by the name we know", async () => {
    const { client, codeVerifier, given } = await begin();
    const { tokens } = await client.getToken({ code: given.code ?? "", codeVerifier });
    client.setCredentials({ refresh_token: tokens.refresh_token ?? "" });
    const { credentials } = await client.refreshAccessToken();
    expect(credentials.access_token).toEqual(expect.any(String));
    client.setCredentials({ refresh_token: "1//nobody-gave-this" });
    const refused = client.refreshAccessToken().catch(troubleOf);
    expect(await refused).toEqual({ reason: "invalid_grant", isOurs: false });
  });

  it("a folder is made and renamed, and what is not there is not found", async () => {
    const { client, codeVerifier, given } = await begin();
    const { tokens } = await client.getToken({ code: given.code ?? "", codeVerifier });
    client.setCredentials({ access_token: tokens.access_token ?? "" });
    const { settings } = await world;
    const api = openApi({ version: "v3", auth: client, rootUrl: `${settings.apiUrl}/` });
    const mimeType = "application/vnd.google-apps.folder";
    const { data: made } = await api.files.create({ requestBody: { name: "Kinora", mimeType } });
    const fileId = made.id ?? "";
    await api.files.update({ fileId, requestBody: { name: "Films" } });
    expect((await api.files.get({ fileId })).data).toMatchObject({ name: "Films", mimeType });
    const missing = await api.files.get({ fileId: "nothing-has-this-id" }).catch(asRefusal);
    expect(missing).toMatchObject({ status: 404, reason: "notFound" });
  });
});
