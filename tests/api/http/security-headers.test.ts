import { expect, test } from "vitest";
import { startS3 } from "#tests/stand-ins/s3.ts";
import { testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";

async function policy(settings: Record<string, string> = {}) {
  const app = await testApp(settings);
  const response = await app.request("/healthz");
  const directives = response.headers.get("Content-Security-Policy")?.split("; ") ?? [];
  return new Map(directives.map((text) => [text.split(" ")[0], text.split(" ").slice(1)]));
}

test("a page may load nothing from elsewhere that was not configured", async () => {
  expect(Object.fromEntries(await policy())).toEqual({
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "media-src": ["'self'", "blob:"],
    "connect-src": ["'self'"],
    "worker-src": ["'self'", "blob:"],
    "font-src": ["'self'"],
    "frame-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'self'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  });
});

test("with Google come its button and the portraits of those who use it", async () => {
  const directives = await policy({ GOOGLE_CLIENT_ID: "id.apps.googleusercontent.com" });
  expect(directives.get("script-src")).toEqual(["'self'", "https://accounts.google.com/gsi/"]);
  expect(directives.get("img-src")).toContain("https://*.googleusercontent.com");
});

test("browsers keep to https where the address is one, and other services of its domain are left out", async () => {
  const lasting = async (address: string) =>
    (await (await testApp({ PUBLIC_URL: address })).request("/")).headers.get(
      "Strict-Transport-Security",
    );
  expect(await lasting("https://example.com")).toBe("max-age=31536000");
  expect(await lasting("http://localhost:4040")).toBeNull();
});

test("players may be sent to the bucket, by the address that browsers are given", async () => {
  const s3 = startS3();
  atEndOfFile(s3.stop);
  const bucket = {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: "recordings",
    S3_ACCESS_KEY_ID: s3.keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.keys.secretAccessKey,
  };
  const mediaFrom = async (more = {}) => (await policy({ ...bucket, ...more })).get("media-src");
  expect(await mediaFrom()).toEqual(["'self'", "blob:", s3.endpoint]);
  const outside = { S3_PUBLIC_ENDPOINT: "https://media.example" };
  expect(await mediaFrom(outside)).toEqual(["'self'", "blob:", "https://media.example"]);
  expect(await mediaFrom({ PREFER_REDIRECT: "off" })).toEqual(["'self'", "blob:"]);
});

test("the page that Google leads back to is not cut from the one that opened its window", async () => {
  const { request } = await testApp();
  const openers = async (path: string) =>
    (await request(path)).headers.get("Cross-Origin-Opener-Policy");
  expect(await openers("/auth/google-drive/callback")).toBe("unsafe-none");
  expect(await openers("/settings")).toBe("same-origin-allow-popups");
});

test("no cache on the way keeps what is no page, also where nothing is found", async () => {
  const { request } = await testApp();
  for (const path of ["/healthz", "/readyz", "/metrics", "/assets/none.js", "/shared/token/"]) {
    const { headers } = await request(path);
    expect([path, headers.get("Cache-Control")]).toEqual([path, "no-store"]);
  }
});

test("an answer of the API is bound like a page, and opens no window", async () => {
  const { headers } = await (await testApp()).request("/api/config");
  expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
  expect(headers.get("Cache-Control")).toBe("no-store");
  for (const ofPages of ["Cross-Origin-Opener-Policy", "Permissions-Policy"])
    expect(headers.get(ofPages)).toBeNull();
});

test("every site may read what an embedded player needs, by the key of a link and without a session", async () => {
  const { request } = await testApp();
  const toldOthers = async (path: string) => {
    const { headers } = await request(path);
    const before = await request(path, { method: "OPTIONS" });
    const mayBring = before.ok && before.headers.get("Access-Control-Allow-Headers");
    return [headers.get("Access-Control-Allow-Origin"), mayBring];
  };
  const ofRecording = "/api/recordings/0d9ed8a1-7b6c-4a8e-9d5f-4d2b3c1a0f9e";
  const needed = ["stream", "live", "chapters", "subtitles", "subtitles/id/track", "thumbnail"]
    .map((what) => `${ofRecording}/${what}`)
    .concat("/api/shared/token", "/api/config");
  for (const path of needed)
    expect([path, ...(await toldOthers(path))]).toEqual([
      path,
      "*",
      "Content-Type, X-Client-IP, X-Share-Token",
    ]);
  const others = ["download", "comments", "viewers"]
    .map((what) => `${ofRecording}/${what}`)
    .concat(ofRecording, "/api/shared/token/unlock", "/api/user", "/api/auth/register", "/embed/a");
  for (const path of others)
    expect([path, ...(await toldOthers(path))]).toEqual([path, null, false]);
  const asset = await request("/assets/none.js");
  expect(asset.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(asset.headers.get("Access-Control-Allow-Credentials")).toBeNull();
});
