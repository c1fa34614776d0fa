import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { videoBytes } from "#tests/support/videos.ts";

const root = join(import.meta.dirname, "../../..");
const client = join(root, "tests/api/client");
const { request } = await testApp();

describe("a client made from the document", () => {
  it("has types with which a journey is written without an error", async () => {
    await run(join(root, "tests/support/client-types.ts"), join(client, "paths.gen.ts"));
    await run(join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", client);
  }, 180_000); // two compilers start

  it("comes through that journey", async () => {
    // The journey's types are those of the generated file, which is not there when all else is checked.
    const { journey } = await import(join(client, "journey.ts"));
    const bytes = Buffer.from(await videoBytes("recorded.webm"));
    await journey(send, new File([bytes], "walk.webm", { type: "video/webm" }));
  });
});

/** Sends as a network does: the length of a body comes with it. */
async function send(sent: Request): Promise<Response> {
  const { url, method } = sent;
  const body = await sent.bytes();
  const headers = new Headers(sent.headers);
  if (body.length > 0) headers.set("Content-Length", String(body.length));
  return request(url, { method, headers, ...(body.length > 0 && { body }) });
}

async function run(...command: string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, "--bun", ...command], {
    cwd: root,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect(output + errors).toBe("");
  expect(await child.exited).toBe(0);
}
