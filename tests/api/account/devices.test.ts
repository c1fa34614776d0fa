import { describe, expect, it } from "vitest";
import { deviceOf } from "#api/access/device.ts";
import { testApp } from "#tests/support/app.ts";

const { visitor, person, database, keys } = await testApp();

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

async function registered() {
  const name = `tess-${crypto.randomUUID().slice(0, 8)}`;
  const credentials = { email: `${name}@example.org`, password: "secret1" };
  const body = { username: name, ...credentials };
  const first = await visitor.call("POST", "/auth/register", body, { "User-Agent": CHROME });
  const second = await visitor.call("POST", "/auth/login", credentials, { "User-Agent": SAFARI });
  return { here: (await first.json()).token, there: (await second.json()).token };
}

const asHolder = (token: string) => ({ Authorization: `Bearer ${token}` });
const devices = async (token: string) =>
  (await (await visitor.call("GET", "/user/sessions", undefined, asHolder(token))).json()).sessions;

describe("the devices of an account", () => {
  it("are listed in words, the one that asks first and marked", async () => {
    const { here, there } = await registered();
    expect(await devices(here)).toMatchObject([
      { device: "Chrome on Windows", is_current: true },
      { device: "Safari on iPhone", is_current: false },
    ]);
    expect(await devices(there)).toMatchObject([
      { device: "Safari on iPhone", is_current: true },
      { device: "Chrome on Windows", is_current: false },
    ]);
  });

  it("follow the one that asks by when they were last in use", async () => {
    const { here, there } = await registered();
    const { sid } = await keys.verify("session", here);
    const { sid: other, sub } = await keys.verify("session", there);
    const [older] = await database.pool`
      insert into public.sessions (user_id, device, last_seen_at)
      values (${sub}, 'Older', now() - interval '7 days') returning id`;
    const seen = (id: string, hours: number) => database.pool`
      update public.sessions set last_seen_at = now() - make_interval(hours => ${hours}) where id = ${id}`;
    await seen(other, 2);
    await seen(sid, 1);
    const ids = async (token: string) => (await devices(token)).map(({ id }: { id: string }) => id);
    expect(await ids(here)).toEqual([sid, other, older?.id]);
    expect(await ids(there)).toEqual([other, sid, older?.id]);
  });

  it("are signed out one by one", async () => {
    const { here, there } = await registered();
    const [, other] = await devices(here);
    const ended = await visitor.call(
      "DELETE",
      `/user/sessions/${other.id}`,
      undefined,
      asHolder(here),
    );
    expect(await ended.json()).toEqual({ success: true });
    const refused = await visitor.call("GET", "/user", undefined, asHolder(there));
    expect(refused.status).toBe(401);
    expect(await devices(here)).toMatchObject([{ device: "Chrome on Windows" }]);
  });

  it("are nobody else's to sign out, not even an admin's", async () => {
    const { here } = await registered();
    const [mine] = await devices(here);
    for (const role of ["user", "admin"] as const) {
      const answer = await (await person({ role })).call("DELETE", `/user/sessions/${mine.id}`);
      expect(answer.status).toBe(404);
    }
    expect(await devices(here)).toHaveLength(2);
  });

  it("are those whose token can still be good", async () => {
    const { here, there } = await registered();
    const { sid } = await keys.verify("session", there);
    await database.pool`
      update public.sessions set last_seen_at = now() - interval '8 days' where id = ${sid}
    `;
    expect(await devices(here)).toHaveLength(1);
  });
});

describe("a device is called", () => {
  it.each([
    ["Chrome on Windows", CHROME],
    ["Safari on iPhone", SAFARI],
    ["Edge on Windows", `${CHROME} Edg/141.0.0.0`],
    ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"],
    [
      "Chrome on Android",
      "Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0 Mobile Safari/537.36",
    ],
    ["Opera on Windows", `${CHROME} OPR/122.0.0.0`],
    [
      "Samsung Internet on Android",
      "Mozilla/5.0 (Linux; Android 10; K) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
    ],
    ["Firefox on iPad", "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) FxiOS/143.0 Safari/605.1"],
    ["Chrome on iPhone", SAFARI.replace("Version/18.5", "CriOS/141.0")],
    ["Chrome on ChromeOS", CHROME.replace("Windows NT 10.0; Win64; x64", "X11; CrOS x86_64")],
    ["Safari on Mac", SAFARI.replace("iPhone; CPU iPhone OS 18_5", "Macintosh; Intel Mac OS X")],
    ["Firefox", "Firefox/143.0"],
    ["Mac", "Dalvik (Macintosh)"],
    ["Unknown device", "curl/8.14.1"],
    ["Unknown device", undefined],
  ])("%s", (name, userAgent) => {
    expect(deviceOf(userAgent)).toBe(name);
  });
});
