import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnv } from "#api/http/context.ts";
import { webClient } from "#api/http/web-client.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const directory = temporaryDirectory();
mkdirSync(join(directory, "assets"));
for (const [name, text] of [
  ["index.html", "<title>Kinora</title>"],
  ["login.html", "<title>Sign in</title>"],
  ["icon.svg", "<svg/>"],
  ["sw.js", "onfetch"],
  ["manifest.webmanifest", "{}"],
  ["assets/main-a1b2.js", "main()"],
  ["assets/main-a1b2.js.br", "smaller"],
] as const)
  writeFileSync(join(directory, name), text);

const app = new Hono<AppEnv>().use(webClient(directory));
const get = (path: string, headers: HeadersInit = {}) => app.request(path, { headers });

test.each(["/", "/my-recordings", "/video/7", "/no/such/screen", "/index.html"])(
  "%s is a screen of the client, read anew each time",
  async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, "<title>Kinora</title>"]);
    expect(answer.headers.get("Cache-Control")).toBe("no-cache");
  },
);

test("a screen may have a document of its own", async () => {
  const answer = await get("/login?redirect=%2Fsettings");
  expect(await answer.text()).toBe("<title>Sign in</title>");
  expect(answer.headers.get("Cache-Control")).toBe("no-cache");
});

test.each(["/sw.js", "/manifest.webmanifest"])(
  "%s is read anew each time, or an old page would be kept for ever",
  async (path) => {
    expect((await get(path)).headers.get("Cache-Control")).toBe("no-cache");
  },
);

test("a hashed file is kept for ever, and sent as small as it was made", async () => {
  const whole = await get("/assets/main-a1b2.js");
  expect(await whole.text()).toBe("main()");
  expect(whole.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  const small = await get("/assets/main-a1b2.js", { "Accept-Encoding": "gzip, br" });
  expect([await small.text(), small.headers.get("Content-Encoding")]).toEqual(["smaller", "br"]);
  const other = await get("/assets/main-a1b2.js", { "Accept-Encoding": "gzip" });
  expect([await other.text(), other.headers.get("Content-Encoding")]).toEqual(["main()", null]);
  for (const answer of [whole, small, other]) {
    expect(answer.headers.get("Vary"), "or a cache gives it to whoever cannot read it").toBe(
      "Accept-Encoding",
    );
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/javascript/);
  }
});

test.each(["/robots.txt", "/favicon.ico", "/assets/main-old.js", "/../secret.txt"])(
  "%s is no file of ours, and is not answered with a page",
  async (path) => {
    expect((await get(path, { Accept: "*/*" })).status).toBe(404);
  },
);

test("whoever types the name of a file that is not there gets the page that helps", async () => {
  const answer = await get("/old.html", { Accept: "text/html,*/*;q=0.8" });
  expect(await answer.text()).toBe("<title>Kinora</title>");
});

test("a hashed file of an older release is missing for everybody, or the page would be taken for a script", async () => {
  const answer = await get("/assets/main-old.js", { Accept: "text/html,*/*;q=0.8" });
  expect(answer.status).toBe(404);
});

test("without a built client nothing is found, and nothing fails", async () => {
  const unbuilt = new Hono<AppEnv>().use(webClient(temporaryDirectory()));
  for (const path of ["/", "/my-recordings"])
    expect((await unbuilt.request(path)).status).toBe(404);
});
