import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { readEnv } from "#api/env.ts";
import { makeKeys, type TokenClaims, type TokenKind } from "#api/platform/keys.ts";
import { signingKey } from "#api/platform/signing-key.ts";
import { newKey } from "#tests/support/realtime.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const jwk = await newKey();
const keys = await makeKeys(jwk);
const [sub, sid] = [crypto.randomUUID(), crypto.randomUUID()];
const [recording, share] = [crypto.randomUUID(), crypto.randomUUID()];

const examples: TokenClaims = {
  session: { sub, sid },
  media: { recording, share },
  realtime: { role: "anon", share },
  unlock: { share, version: 1 },
  guest: { guest: sub, share },
  email: { sub, email: "ida@example.org" },
  reset: { sub, replaces: "a trace" },
  consent: { sub, consent: recording },
  takeout: { sub, sid, ticket: recording },
};
const kinds = Object.keys(examples).filter((kind): kind is TokenKind => kind in examples);

describe("tokens", () => {
  it.each(kinds)("of the kind %s say what they were given, and until when", async (kind) => {
    const verified = await keys.verify(kind, await keys.sign(kind, examples[kind]));
    expect(verified).toMatchObject(examples[kind]);
    expect(verified.exp).toBeGreaterThan(verified.iat);
  });

  it("are good for as long as what they open takes", async () => {
    const hours = async (kind: TokenKind) => {
      const { exp = 0, iat = 0 } = decodeJwt(await keys.sign(kind, examples[kind]));
      return (exp - iat) / 3600;
    };
    const told = await Promise.all(kinds.map(async (kind) => [kind, await hours(kind)]));
    expect(Object.fromEntries(told)).toEqual({
      ...{ session: 7 * 24, media: 6, realtime: 1, unlock: 6, guest: 365 * 24 },
      ...{ email: 24, reset: 1, consent: 1 / 6, takeout: 1 / 6 },
    });
  });

  const pairs = kinds.flatMap((made) =>
    kinds.filter((asked) => asked !== made).map((asked) => [made, asked] as const),
  );
  it.each(pairs)("of the kind %s are never taken for one of the kind %s", async (made, asked) => {
    const token = await keys.sign(made, examples[made]);
    await expect(keys.verify(asked, token)).rejects.toMatchObject({ reason: "claims" });
  });

  it("of each kind are for an audience of its own, whatever they claim", async () => {
    const tokens = await Promise.all(kinds.map((kind) => keys.sign(kind, examples[kind])));
    expect(new Set(tokens.map((token) => decodeJwt(token).aud)).size).toBe(kinds.length);
  });

  it("of before sessions were rows are of none", async () => {
    const token = await new SignJWT({ sub, ver: 1 })
      .setProtectedHeader({ alg: "ES256", kid: jwk.kid })
      .setAudience("kinora:session")
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(await importJWK(jwk, "ES256"));
    await expect(keys.verify("session", token)).rejects.toMatchObject({ reason: "claims" });
  });

  it("are not accepted for what they say when they were made for something else", async () => {
    const claims = { ...examples.realtime, ...examples.media, ...examples.session };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", kid: jwk.kid })
      .setAudience("kinora:media")
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(await importJWK(jwk, "ES256"));
    await expect(keys.verify("media", token)).resolves.toMatchObject(examples.media);
    await expect(keys.verify("session", token)).rejects.toMatchObject({ reason: "claims" });
    await expect(keys.verify("realtime", token)).rejects.toMatchObject({ reason: "claims" });
  });

  it("name their key and their algorithm, as Supabase wants it", async () => {
    const token = await keys.sign("session", examples.session);
    expect(decodeProtectedHeader(token)).toEqual({ alg: "ES256", kid: jwk.kid, typ: "JWT" });
  });

  it("end when they should, also those that were seen before", async () => {
    const token = await keys.sign("session", examples.session, 60);
    await keys.verify("session", token);
    vi.setSystemTime(Date.now() + 61_000);
    await expect(keys.verify("session", token)).rejects.toMatchObject({ reason: "expired" });
    vi.useRealTimers();
  });

  it("are known once they were seen, each for itself", async () => {
    const [seen, unseen] = await Promise.all(
      [sub, recording].map((user) => keys.sign("session", { ...examples.session, sub: user })),
    );
    await keys.verify("session", seen ?? "");
    expect(keys.known("session", seen ?? "")).toMatchObject({ sub });
    expect(keys.known("session", unseen ?? "")).toBeUndefined();
    expect(keys.known("media", seen ?? "")).toBeUndefined();
  });

  it("that were seen before are still no other kind, and no other text", async () => {
    const token = await keys.sign("media", examples.media);
    await keys.verify("media", token);
    await expect(keys.verify("session", token)).rejects.toMatchObject({ reason: "claims" });
    await expect(keys.verify("media", `${token}x`)).rejects.toMatchObject({ reason: "signature" });
  });

  it("cannot be changed by whoever was told what they say", async () => {
    const token = await keys.sign("session", examples.session);
    const told = await keys.verify("session", token);
    expect(() => Object.assign(told, { sub: recording })).toThrow();
    expect(await keys.verify("session", token)).toMatchObject({ sub });
  });

  it("end when they should", async () => {
    const token = await keys.sign("session", examples.session, -1);
    await expect(keys.verify("session", token)).rejects.toMatchObject({ reason: "expired" });
  });

  it("are refused when another key signed them", async () => {
    const stranger = await makeKeys({ ...(await newKey()), kid: jwk.kid });
    const token = await stranger.sign("session", examples.session);
    await expect(keys.verify("session", token)).rejects.toMatchObject({ reason: "signature" });
  });

  it("are refused without a signature, or with one made from what everybody knows", async () => {
    const claims = { sub, sid, aud: "kinora:session", iat: 0, exp: 2 ** 32 };
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const unsigned = `${encode({ alg: "none" })}.${encode(claims)}.`;
    const withPublicKey = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", kid: jwk.kid })
      .sign(new TextEncoder().encode(jwk.x + jwk.y));
    for (const token of [unsigned, withPublicKey, "", "not a token"])
      await expect(keys.verify("session", token)).rejects.toMatchObject({ reason: "signature" });
  });

  it("are not signed with claims that their kind does not have", () => {
    expect(() => keys.sign("session", { sub: "nobody", sid })).toThrow();
  });
});

describe("sealed secrets", () => {
  it("open under the purpose they were sealed for", () => {
    const sealed = keys.seal("drive:one", "a secret ✓");
    expect(sealed).not.toContain("secret");
    expect(keys.unseal("drive:one", sealed)).toBe("a secret ✓");
  });

  it("open under no other purpose, with no other key, and not when changed", async () => {
    const sealed = keys.seal("drive:one", "a secret");
    const changed = Buffer.from(sealed, "base64url");
    changed.writeUInt8(changed.readUInt8(30) ^ 1, 30);
    const other = await makeKeys(await newKey());
    expect(() => keys.unseal("drive:two", sealed)).toThrow();
    expect(() => other.unseal("drive:one", sealed)).toThrow();
    expect(() => keys.unseal("drive:one", changed.toString("base64url"))).toThrow();
    expect(() => keys.unseal("drive:one", "")).toThrow();
  });

  it("look different each time", () => {
    expect(keys.seal("drive:one", "a secret")).not.toBe(keys.seal("drive:one", "a secret"));
  });
});

describe("the signing key", () => {
  it("is made once, kept for the server alone, and found again", async () => {
    const directory = temporaryDirectory();
    const first = await signingKey(readEnv({}), directory);
    expect(await signingKey(readEnv({}), directory)).toEqual(first);
    expect(statSync(join(directory, "signing-key.json")).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["nothing", ""],
    ["half of a text", "{"],
    ["no key", "{}"],
    ["halves of two keys", JSON.stringify({ ...jwk, x: jwk.y })],
  ])(
    "that is kept, and has become %s, stops the start with the name of its file",
    async (_, text) => {
      const directory = temporaryDirectory();
      const file = join(directory, "signing-key.json");
      writeFileSync(file, text);
      await expect(signingKey(readEnv({}), directory)).rejects.toMatchObject({
        name: "StartError",
        message: expect.stringContaining(`${file} holds no key that can sign.`),
      });
    },
  );

  it("is the one of the environment when there is one, as the Supabase CLI prints it", async () => {
    const printed = { ...jwk, use: "sig", key_ops: ["sign", "verify"], alg: "ES256", ext: true };
    const env = readEnv({ SIGNING_KEY: JSON.stringify(printed) });
    const found = await signingKey(env, "/nowhere");
    expect(found).toEqual(jwk);
    const token = await (await makeKeys(found)).sign("session", examples.session);
    await expect(keys.verify("session", token)).resolves.toMatchObject(examples.session);
  });
});
