import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { defaultPreferences, Preferences } from "#contract/account.ts";
import { Session } from "#contract/auth.ts";
import { anyAddress } from "#tests/support/any-address.ts";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";

const dataDir = usedDataDir();
const start = () => startServer({ DATA_DIR: dataDir, TRUST_PROXY: "on", LOG_LEVEL: "error" });
let server = await start();
afterAll(async () => {
  await server.kill("SIGTERM");
  removeDataDir(dataDir);
});

describe("what was acknowledged", () => {
  it("is there after the API was killed in the middle of writes", () =>
    survives("api", async () => server.kill("SIGKILL")));

  it("is there after the API and its Postgres were killed", () =>
    survives("both", async () => {
      process.kill(postmaster(), "SIGKILL");
      await server.kill("SIGKILL");
    }));
});

async function survives(name: string, kill: () => Promise<void>) {
  const people = await Promise.all([1, 2, 3, 4].map((number) => register(`${name}-${number}`)));
  const writers = people.map(startWriting);
  // The kill must hit writes under way, so it waits until each writer was answered a few times.
  await Promise.all(writers.map((writer) => writer.acknowledgedAtLeast(5)));
  await kill();
  const acknowledged = await Promise.all(writers.map((writer) => writer.ended));

  server = await start();

  const kept = await Promise.all(people.map(readNumber));
  for (const [index, number] of acknowledged.entries()) {
    // A write that was never answered may have arrived all the same.
    expect([number, number + 1]).toContain(kept[index]);
  }
}

function postmaster(): number {
  const [pid] = readFileSync(join(dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n");
  return Number(pid);
}

async function register(name: string): Promise<string> {
  const response = await fetch(`${server.origin}/api/auth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": anyAddress() },
    body: JSON.stringify({
      username: name,
      email: `${name}@example.com`,
      password: "a password of theirs",
    }),
  });
  return Session.parse(await response.json()).token;
}

/** Counts upwards in the account's preferences until the server is gone; `ended` is the last number it confirmed. */
function startWriting(token: string) {
  let acknowledged = 0;
  const waiting: { number: number; resolve: () => void }[] = [];
  const write = async (): Promise<number> => {
    for (;;) {
      const answered = await putNumber(token, acknowledged + 1);
      if (!answered) return acknowledged;
      acknowledged++;
      for (const { number, resolve } of waiting) if (acknowledged >= number) resolve();
    }
  };
  return {
    ended: write(),
    acknowledgedAtLeast: (number: number) =>
      new Promise<void>((resolve) => waiting.push({ number, resolve })),
  };
}

async function putNumber(token: string, number: number): Promise<boolean> {
  const wish = { ...defaultPreferences, default_filename_prefix: `Take ${number}` };
  const answer = await fetch(`${server.origin}/api/user/preferences`, {
    method: "PUT",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify(wish),
  }).catch(() => undefined);
  return answer?.ok ?? false;
}

async function readNumber(token: string): Promise<number> {
  const response = await fetch(`${server.origin}/api/user/preferences`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return Number(Preferences.parse(await response.json()).default_filename_prefix.split(" ")[1]);
}
