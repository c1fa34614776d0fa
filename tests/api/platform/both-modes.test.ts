import pino from "pino";
import { describe, expect, it } from "vitest";
import { readEnv } from "#api/env.ts";
import { serve } from "#api/serve.ts";
import { startStorage } from "#tests/stand-ins/supabase-storage.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { hostedLikePostgres } from "#tests/support/database.ts";
import { newSigningKey } from "#tests/support/signing-key.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { videoBytes } from "#tests/support/videos.ts";

const webm = await videoBytes("recorded.webm");

/** The whole server, as `bun start` runs it, with nothing but settings. */
async function started(settings: Record<string, string>): Promise<string> {
  const env = readEnv({
    DATA_DIR: temporaryDirectory(),
    PORT: "0",
    LOG_LEVEL: "silent",
    ...settings,
  });
  const running = await serve(env, pino({ level: "silent" }), { webDirectory: env.DATA_DIR });
  atEndOfFile(() => running.close());
  return `${running.url}/api`;
}

const storage = startStorage();
atEndOfFile(storage.stop);

async function supabaseSettings() {
  const { url } = await hostedLikePostgres();
  return {
    DATABASE_URL: url,
    MIGRATE: "on",
    SUPABASE_URL: storage.url,
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_stand_in",
    SUPABASE_SECRET_KEY: storage.secretKey,
    SIGNING_KEY: JSON.stringify(await newSigningKey()),
  };
}

describe.each([
  ["embedded", async () => ({}), "local"],
  ["on Supabase", supabaseSettings, "s3"],
] as const)("Kinora %s", (_mode, settings, storageType) => {
  it("registers, keeps a recording, prepares it, plays it, shares it and lets it go", async () => {
    const api = await started(await settings());
    const register = await fetch(`${api}/auth/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username: "Ada", email: "ada@example.org", password: "secret1" }),
    });
    const { token } = await register.json();
    const as = { Authorization: `Bearer ${token}` };

    const form = new FormData();
    form.append("video", new Blob([Buffer.from(webm)], { type: "video/webm" }), "Demo.webm");
    const saved = await fetch(`${api}/recordings`, { method: "POST", headers: as, body: form });
    expect(saved.status).toBe(201);
    const { id } = await saved.json();
    const read = async () => (await fetch(`${api}/recordings/${id}`, { headers: as })).json();
    await expect.poll(async () => (await read()).status).toBe("ready");
    expect(await read()).toMatchObject({ storage_type: storageType, playable: true });

    const part = await fetch(`${api}/recordings/${id}/stream`, {
      headers: { ...as, Range: "bytes=0-3" },
    });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).toString("hex")).toBe("1a45dfa3"); // EBML

    const shared = await fetch(`${api}/recordings/${id}/shares`, {
      method: "POST",
      headers: { ...as, "Content-Type": "application/json" },
      body: JSON.stringify({ permission_type: "view", is_public: true }),
    });
    const link = await shared.json();
    const seen = await fetch(`${api}/shared/${link.share_token}`);
    expect((await seen.json()).recording.filename).toBe("Demo");

    const gone = await fetch(`${api}/recordings/${id}`, { method: "DELETE", headers: as });
    expect(gone.status).toBe(200);
    expect((await fetch(`${api}/shared/${link.share_token}`)).status).toBe(404);
  });
});

describe("Kinora on Supabase", () => {
  it("is ready while the project's Storage is, and says what is not", async () => {
    const ready = (await started(await supabaseSettings())).replace(/api$/, "readyz");
    expect(await (await fetch(ready)).json()).toEqual({
      ready: true,
      checks: { database: "ok", storage: "ok" },
    });
    storage.down.status = 503;
    // The server looks once a second, however many callers ask.
    await expect.poll(async () => (await fetch(ready)).status, { timeout: 10_000 }).toBe(503);
    expect(await (await fetch(ready)).json()).toEqual({
      ready: false,
      checks: { database: "ok", storage: expect.stringMatching(/^Supabase Storage: /) },
    });
    storage.down.status = null;
    await expect.poll(async () => (await fetch(ready)).status, { timeout: 10_000 }).toBe(200);
  });
});
