import pino from "pino";
import { expect, test } from "vitest";
import { readEnv } from "#api/env.ts";
import { serve } from "#api/serve.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const env = readEnv({ PORT: "0", DATA_DIR: temporaryDirectory() });

/** What the start writes into the log, with the server itself. */
async function started() {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const running = await serve(env, log, { webDirectory: temporaryDirectory() });
  return { running, said: [...lines] };
}

test("an empty server says who will run it, and says it no more once there is somebody", async () => {
  const first = await started();
  expect(first.said).toContain("nobody has an account yet: the first one becomes super admin");
  const registered = await fetch(`${first.running.url}/api/auth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "Ada", email: "ada@example.com", password: "lovelace" }),
  });
  expect(await registered.json()).toMatchObject({ user: { role: "super_admin" } });
  await first.running.close();

  const second = await started();
  expect(second.said.join()).not.toContain("super admin");
  await second.running.close();
});
