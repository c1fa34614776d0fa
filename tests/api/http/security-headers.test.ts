import { expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";

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

test("the page that Google leads back to is not cut from the one that opened its window", async () => {
  const { request } = await testApp();
  const openers = async (path: string) =>
    (await request(path)).headers.get("Cross-Origin-Opener-Policy");
  expect(await openers("/auth/google-drive/callback")).toBe("unsafe-none");
  expect(await openers("/settings")).toBe("same-origin-allow-popups");
});
