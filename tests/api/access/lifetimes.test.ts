import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp();
const owner = await person();
const recording = await recordingOf(database, owner);
const link = await linkTo(owner, recording, { password: "open sesame" });

const HOUR = 3600;

interface Given {
  token?: string;
  path?: string;
  expires_at: string;
}

const unlocked: Given & { token: string } = await (
  await visitor.call("POST", `/shared/${link.share_token}/unlock`, { password: "open sesame" })
).json();
const shared = async () => {
  const headers = through(link, unlocked.token);
  return (await visitor.call("GET", `/shared/${link.share_token}`, undefined, headers)).json();
};

/** Answers that give something for a while, and the seconds of it. */
const given: [string, () => Promise<Given>, number][] = [
  ["an unlocked link", async () => unlocked, 6 * HOUR],
  ["what is watched through it", async () => (await shared()).media, 6 * HOUR],
  [
    "what its owner watches",
    async () => (await owner.call("POST", `/recordings/${recording}/media-token`)).json(),
    6 * HOUR,
  ],
  ["a takeout", async () => (await owner.call("POST", "/user/takeout")).json(), 600],
  ["live news", async () => (await owner.call("POST", "/realtime/token")).json(), HOUR],
];

test.each(given)("%s ends when its answer says so", async (_, give, seconds) => {
  const { token, path = "", expires_at } = await give();
  const { iat = 0, exp = 0 } = decodeJwt(token ?? path.replace(/.*ticket=/, ""));
  expect(exp - iat).toBe(seconds);
  // A token tells its end in whole seconds.
  expect(Math.abs(Date.parse(expires_at) / 1000 - exp)).toBeLessThan(2);
});

test("a token to watch with is the rights of whom it was made for, and no more", async () => {
  const media = async () =>
    decodeJwt(
      (await (await owner.call("POST", `/recordings/${recording}/media-token`)).json()).token,
    );
  const before = Date.now();
  const { iat, exp, aud, since, ...own } = await media();
  expect(own).toEqual({ recording, sub: owner.id, sid: owner.caller.sid });
  expect(since).toBeGreaterThanOrEqual(before);
  expect(since).toBeLessThanOrEqual(Date.now());
  const { sub, sid, ...guest } = decodeJwt((await shared()).media.token);
  expect([sub, sid]).toEqual([undefined, undefined]);
  expect(guest).toMatchObject({ recording, share: link.id, unlock: expect.any(Number) });
});

test("a session that is renewed on its first day is good for a week", async () => {
  const { token } = await (await owner.call("POST", "/auth/renew")).json();
  const { iat = 0, exp = 0, sub, sid } = decodeJwt(token);
  expect(exp - iat).toBe(7 * 24 * HOUR);
  expect([sub, sid]).toEqual([owner.id, owner.caller.sid]);
});
