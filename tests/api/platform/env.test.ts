import { describe, expect, it } from "vitest";
import { EnvError, readEnv } from "#api/env.ts";
import { newKey } from "#tests/support/realtime.ts";

const SUPABASE = {
  DATABASE_URL: "postgres://postgres:secret@db.project.supabase.test:5432/postgres",
  SUPABASE_URL: "https://project.supabase.test",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
  SUPABASE_SECRET_KEY: "sb_secret_x",
  SIGNING_KEY: JSON.stringify(await newKey()),
};

describe("the environment", () => {
  it("may be empty", () => {
    expect(readEnv({})).toMatchObject({ PORT: 3000, HOST: "127.0.0.1", DATA_DIR: "./.kinora" });
  });

  it("takes an empty variable for one that is not set", () => {
    expect(readEnv({ PORT: "", DATABASE_URL: "", SIGNING_KEY: "", MIGRATE: "" })).toEqual(
      readEnv({}),
    );
    expect(readEnv({ DATA_DIR: " ", SMTP_URL: "\n" })).toEqual(readEnv({}));
  });

  it("takes no blank or end of a line for a part of a value, as secrets that come from files have one", () => {
    const bare = { DATA_DIR: "/srv/my films", METRICS_TOKEN: "a token of theirs", MIGRATE: "on" };
    const ended = Object.entries(bare).map(([name, value]) => [name, ` ${value}\r\n`]);
    expect(readEnv(Object.fromEntries(ended))).toEqual(readEnv(bare));
  });

  it.each([
    ["DATA_DIR", '"/data"'],
    ["MAIL_FROM", '"Kinora <kinora@kinora.test>"'],
    ["S3_SECRET_ACCESS_KEY", "'secret' "],
  ])(
    "takes no quotes for a part of %s, as `docker run --env-file` hands them on",
    (name, value) => {
      expect(() => readEnv({ [name]: value })).toThrow(
        new EnvError([{ path: [name], message: "has quotes around it: leave them out" }]),
      );
      expect(() => readEnv({ MAIL_FROM: '"Kinora" <kinora@kinora.test>' })).not.toThrow();
    },
  );

  it("takes the settings of a Supabase project", () => {
    expect(readEnv({ ...SUPABASE, MIGRATE: "on" })).toMatchObject({
      DATABASE_URL: SUPABASE.DATABASE_URL,
      MIGRATE: true,
      SIGNING_KEY: { kid: "test" },
    });
  });

  it("takes payments only with the secret by which Stripe says what was paid", () => {
    expect(() => readEnv({ STRIPE_SECRET_KEY: "sk_test_x" })).toThrow(/^STRIPE_WEBHOOK_SECRET: /);
    expect(() =>
      readEnv({ STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" }),
    ).not.toThrow();
  });

  it.each([
    ["CHAT_MODEL", { CHAT_MODEL: "a-model" }],
    ["TRANSCRIPTION=service", { TRANSCRIPTION: "service" }],
  ])("asks for the service that %s needs", (_, settings) => {
    expect(() => readEnv(settings)).toThrow(/^OPENAI_API_KEY: or OPENAI_BASE_URL is needed/);
    for (const there of [{ OPENAI_API_KEY: "sk-x" }, { OPENAI_BASE_URL: "http://models.test/v1" }])
      expect(() => readEnv({ ...settings, ...there })).not.toThrow();
  });

  it("lets captions be free only where they cost nothing and nothing is sold", () => {
    const free = { SUBTITLE_ADDON: "off" };
    expect(() => readEnv(free)).toThrow(/^SUBTITLE_ADDON: /);
    const here = { ...free, TRANSCRIPTION: "local" };
    expect(() => readEnv(here)).not.toThrow();
    const sold = { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };
    expect(() => readEnv({ ...here, ...sold })).toThrow(/^SUBTITLE_ADDON: /);
  });

  it("writes addresses without the slash at their end", () => {
    expect(readEnv({ PUBLIC_URL: "https://kinora.test/" }).PUBLIC_URL).toBe("https://kinora.test");
    const OPENAI_BASE_URL = "http://models.test/v1//";
    expect(readEnv({ OPENAI_BASE_URL }).OPENAI_BASE_URL).toBe("http://models.test/v1");
  });

  it.each(["https://kinora.test/login", "https://kinora.test/?from=mail", "https://kinora.test//"])(
    "takes no page for the address of the server, under which nothing of it would be: %s",
    (PUBLIC_URL) => {
      expect(() => readEnv({ PUBLIC_URL })).toThrow(/^PUBLIC_URL: must have no path$/);
    },
  );

  it("takes the secret of Google's client only beside its name: without drives all would be on a plan for them", () => {
    const secret = { GOOGLE_CLIENT_SECRET: "a-secret" };
    expect(() => readEnv(secret)).toThrow(/^GOOGLE_CLIENT_ID: is needed/);
    expect(() => readEnv({ ...secret, GOOGLE_CLIENT_ID: "an-id" })).not.toThrow();
  });

  it.each([
    ["on", true],
    ["true", true],
    ["1", true],
    ["off", false],
    ["false", false],
    ["0", false],
    ["", undefined],
    [undefined, undefined],
  ] as const)("takes %j for a flag that is %s", (spelling, flag) => {
    const { TRUST_PROXY, MIGRATE } = readEnv({ TRUST_PROXY: spelling, MIGRATE: spelling });
    expect([TRUST_PROXY, MIGRATE]).toEqual([flag, flag]);
  });

  it.each(["yes", "no", "ON", "True", "2", "-1", "o n", "null"])(
    "takes %j for no flag at all",
    (junk) => {
      expect(() => readEnv({ TRUST_PROXY: junk })).toThrow(/^TRUST_PROXY: must be on or off$/);
    },
  );

  it.each([
    ["PORT", "http"],
    ["PORT", "-1"],
    ["PORT", "65536"],
    ["PORT", "3000.5"],
    ["PORT", "70000"],
    ["PUBLIC_URL", "kinora.test"],
    ["DATABASE_URL", "mysql://localhost/kinora"],
    ["MIGRATE", "perhaps"],
    ["SIGNING_KEY", "secret"],
    ["SIGNING_KEY", '{"kty":"oct","k":"c2VjcmV0","kid":"x"}'],
    ["LOG_LEVEL", "loud"],
  ])("names %s when it is wrong (%s)", (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(EnvError);
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name}: `));
  });

  it.each([
    ["PORT", "http", "must be a port, a number from 0 to 65535"],
    ["PORT", "70000", "must be a port, a number from 0 to 65535"],
    ["PUBLIC_URL", "kinora.test", "must be an address with http:// or https://"],
    ["DATABASE_URL", "localhost/kinora", "must be an address with postgres://"],
    ["SMTP_URL", "mail.kinora.test", "must be an address with smtp:// or smtps://"],
    ["MAIL_FROM", "Kinora", "must have an email address in it"],
    ["TRUST_PROXY", "yes", "must be on or off"],
  ])("says in words what %s must be (not %s)", (name, value, words) => {
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name}: ${words}$`));
  });

  it("takes no signing key whose halves are not of one pair, or that is cut short", async () => {
    const [key, other] = [await newKey(), await newKey()];
    const wrong = [
      { ...key, x: other.x, y: other.y },
      { ...key, d: key.d.slice(4) },
      { ...key, d: "" },
      { ...key, x: "" },
    ];
    for (const jwk of wrong)
      expect(() => readEnv({ SIGNING_KEY: JSON.stringify(jwk) })).toThrow(
        /^SIGNING_KEY: must be a private ES256 JWK/,
      );
    expect(readEnv({ SIGNING_KEY: JSON.stringify(key) }).SIGNING_KEY).toEqual(key);
  });

  it("takes no address of a database that its driver cannot read", () => {
    const DATABASE_URL = "postgres://postgres:100%safe@db.test:5432/postgres";
    expect(() => readEnv({ DATABASE_URL })).toThrow(/^DATABASE_URL: has a % that .* %25$/);
    const written = DATABASE_URL.replace("%", "%25");
    expect(readEnv({ DATABASE_URL: written })).toMatchObject({ DATABASE_URL: written });
  });

  it("refuses the transaction pooler, and says which port to take", () => {
    const pooler = SUPABASE.DATABASE_URL.replace(":5432", ":6543");
    expect(() => readEnv({ DATABASE_URL: pooler })).toThrow(
      /^DATABASE_URL: port 6543.*use port 5432/,
    );
  });

  it("names everything that is wrong at once, and never the value of a secret", () => {
    const wrong = { PORT: "x", SIGNING_KEY: "hunter2", DATABASE_URL: "mysql://hunter2" };
    expect(() => readEnv(wrong)).toThrow(/^PORT: .*\nDATABASE_URL: .*\nSIGNING_KEY: .*$/);
    expect(() => readEnv(wrong)).not.toThrow(/hunter2/);
  });

  it.each([
    "DATABASE_URL",
    "SUPABASE_PUBLISHABLE_KEY",
    "SUPABASE_SECRET_KEY",
    "SIGNING_KEY",
  ] as const)("asks for %s beside SUPABASE_URL", (missing) => {
    expect(() => readEnv({ ...SUPABASE, [missing]: "" })).toThrow(new RegExp(`^${missing}: `));
  });
});
