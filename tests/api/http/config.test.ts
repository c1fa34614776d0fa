import { expect, test } from "vitest";
import { joinStores } from "#api/platform/objects/objects.ts";
import type { Config } from "#contract/config.ts";
import { testApp } from "#tests/support/app.ts";
import { memoryStore } from "#tests/support/memory-store.ts";

const configOf = async (
  settings: Record<string, string>,
  overrides: Parameters<typeof testApp>[1] = {},
): Promise<Config> =>
  (await (await testApp(settings, overrides)).visitor.call("GET", "/config")).json();

const bare = {
  realtime_url: "",
  realtime_key: "sb_publishable_test",
  google_client_id: null,
  payments: false,
  drive: false,
  transcription: "off",
  translation: false,
  mail: false,
  cloud_storage: "local",
  cloud_name: "This server",
  exact_cuts: false,
};

test("a server on which nothing is set up says so", async () => {
  expect(await configOf({ TRANSCRIPTION: "off", FFMPEG_PATH: "/nowhere/ffmpeg" })).toEqual(bare);
});

test("a server says what is set up on it, and none of its secrets", async () => {
  const objects = joinStores([memoryStore("supabase", "s3")]);
  const config = await configOf(
    {
      GOOGLE_CLIENT_ID: "an-id",
      GOOGLE_CLIENT_SECRET: "a-secret",
      SMTP_URL: "smtp://127.0.0.1:1",
      OPENAI_API_KEY: "a-secret",
      CHAT_MODEL: "a-model",
      TRANSCRIPTION: "service",
      STRIPE_SECRET_KEY: "a-secret",
      STRIPE_WEBHOOK_SECRET: "a-secret",
    },
    { objects },
  );
  expect(config).toEqual({
    ...bare,
    google_client_id: "an-id",
    payments: true,
    drive: true,
    transcription: "service",
    translation: true,
    mail: true,
    cloud_storage: "s3",
    cloud_name: "Kinora Cloud",
    exact_cuts: true,
  });
  expect(JSON.stringify(config)).not.toContain("secret");
});

test("people may sign in with Google where there is no drive to be had", async () => {
  const config = await configOf({ TRANSCRIPTION: "off", GOOGLE_CLIENT_ID: "an-id" });
  expect(config).toEqual({ ...bare, google_client_id: "an-id", exact_cuts: true });
});
