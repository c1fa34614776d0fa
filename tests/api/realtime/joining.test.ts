import { exportJWK, generateKeyPair } from "jose";
import { describe, expect, it } from "vitest";
import { SigningJwk } from "#api/env.ts";
import { EMBEDDED_KEY } from "#api/platform/embedded/realtime/endpoint.ts";
import { makeKeys } from "#api/platform/keys.ts";
import { joined, listen, realtimeWorld } from "#tests/support/realtime.ts";

const world = await realtimeWorld();
const member = crypto.randomUUID();
const stranger = crypto.randomUUID();
const room = await world.room({ id: member });

async function refusal(token?: string, topic = room.topic) {
  const listener = listen(await world.client(token), topic);
  await expect.poll(() => listener.statuses).toContain("CHANNEL_ERROR");
  return listener.reasons[0];
}

describe("joining a private topic", () => {
  it("works for a member", async () => {
    const listener = await joined(await world.client(await world.token(member)), room.topic);
    expect(listener.reasons).toEqual([]);
  });

  it("works for two members on their own sockets, and for two topics on one socket", async () => {
    const other = await world.room({ id: member });
    const client = await world.client(await world.token(member));
    await joined(client, room.topic);
    await joined(client, other.topic);
    await joined(await world.client(await world.token(member)), room.topic);
  });

  it("is refused to somebody who is no member", async () => {
    expect(await refusal(await world.token(stranger))).toMatch(/Unauthorized/);
  });

  it("is refused to a visitor without a token", async () => {
    expect(await refusal()).toMatch(/Unauthorized/);
  });

  it("is refused with a token that somebody else signed", async () => {
    const { privateKey } = await generateKeyPair("ES256", { extractable: true });
    const forger = await makeKeys(
      SigningJwk.parse({ ...(await exportJWK(privateKey)), kid: "test" }),
    );
    const forged = await forger.sign("realtime", { role: "authenticated", sub: member });
    expect(await refusal(forged)).toMatch(/JwtSignatureError/);
  });

  it("is refused with a role that no visitor has", async () => {
    const claims = { sub: member, role: "postgres" };
    expect(await refusal(await world.anyToken(claims))).toMatch(/InvalidJWTToken/);
  });

  it("is refused with a token of another kind", async () => {
    const claims = { sub: member, role: "authenticated" };
    expect(await refusal(await world.anyToken(claims, "kinora:session"))).toMatch(
      /InvalidJWTToken/,
    );
  });

  it("is refused with a token whose time is over", async () => {
    expect(await refusal(await world.token(member, -1))).toMatch(/expired/);
  });

  it("is refused when a policy fails over the topic", async () => {
    expect(await refusal(await world.token(member), "no such thing")).toMatch(/Unauthorized/);
  });
});

describe("joining anything else", () => {
  it("is refused for a public channel", async () => {
    const client = await world.client(await world.token(member));
    const listener = listen(client, room.topic, { private: false });
    await expect.poll(() => listener.reasons[0]).toMatch(/PrivateOnly/);
  });

  it("is refused for changes of tables", async () => {
    const client = await world.client(await world.token(member));
    const reasons: (string | undefined)[] = [];
    client
      .channel(room.topic, { config: { private: true } })
      .on("postgres_changes", { event: "*", schema: "public" }, () => {})
      .subscribe((_, error) => reasons.push(error?.message));
    await expect.poll(() => reasons[0]).toMatch(/postgres_changes/);
  });
});

describe("connecting", () => {
  const status = async (query: string) => {
    const answer = await fetch(`${world.url}/realtime/v1/websocket?${query}`);
    expect(answer.headers.get("Cache-Control"), "or a cache gives it to everybody").toBe(
      "no-store",
    );
    return answer.status;
  };

  it("needs the key that the server tells everyone", async () => {
    expect(await status("apikey=something&vsn=2.0.0")).toBe(401);
  });

  it("needs the version that is spoken", async () => {
    expect(await status(`apikey=${EMBEDDED_KEY}&vsn=1.0.0`)).toBe(400);
  });

  it("needs a websocket", async () => {
    expect(await status(`apikey=${EMBEDDED_KEY}&vsn=2.0.0`)).toBe(426);
  });
});
