import { expect, test } from "vitest";
import { forget } from "#api/features/notices/forget.ts";
import { testApp, type Visitor } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp();

test("an account comes 300 times in ten minutes at most: each leaves a row for a day", async () => {
  const [owner, other] = [await person(), await person()];
  const come = async (who: Visitor, recording: string) =>
    (await who.call("POST", `/recordings/${recording}/watchers`)).status;
  const [own, others] = [await recordingOf(database, owner), await recordingOf(database, other)];
  expect(await come(owner, own)).toBe(201);
  const emptied = await database.pool`
    update private.buckets set tokens = 0 where name = ${`watch:account:${owner.id}`} and tokens < 300
    returning 1
  `;
  expect(emptied).toHaveLength(1);
  expect([await come(owner, own), await come(other, others)]).toEqual([429, 201]);
});

test("who watches is told to the owner of the video, and to nobody else who has the key", async () => {
  const [owner, ben, cleo] = [await person(), await person(), await person()];
  const admin = await person({ role: "admin" });
  const recording = await recordingOf(database, owner);
  const toWatch = through(await linkTo(owner, recording));
  const toEdit = through(await linkTo(owner, recording, { permission_type: "edit" }));
  const elsewhere = await recordingOf(database, cleo);
  const path = `/recordings/${recording}/watchers`;
  const come = async (who: Visitor, headers = {}) => {
    const answer = await who.call("POST", path, undefined, headers);
    return { status: answer.status, ...(await answer.json()) };
  };
  const ask = (who: Visitor, keys: string[], headers = {}, at = path) =>
    who.call("GET", `${at}?keys=${keys.join(",")}`, undefined, headers);
  const told = async (keys: string[]) => (await ask(owner, keys)).json();

  const { key, ...rest } = await come(ben, toWatch);
  expect(rest).toEqual({ status: 201 });
  const another = await come(cleo, toEdit);
  expect((await come(visitor, toWatch)).status).toBe(401);
  expect((await come(cleo)).status).toBe(404);

  const [isBen, isCleo] = [ben, cleo].map(({ id, username }) => ({ user_id: id, username }));
  expect(await told([key])).toEqual({ watchers: [{ key, ...isBen }], count: null });
  const both = (await told([another.key, key, crypto.randomUUID()])).watchers;
  expect(both).toHaveLength(2);
  expect(both).toContainEqual({ key: another.key, ...isCleo });
  // Keys are seen on the channel; the keys of people who are not there are not told.
  expect(await told([])).toEqual({ watchers: [], count: null });
  expect((await ask(owner, ["x"])).status).toBe(400);

  for (const [who, headers] of [
    [ben, toWatch],
    [cleo, toEdit],
    [admin, {}],
  ] as const) {
    const refused = await ask(who, [key], headers);
    expect([refused.status, (await refused.json()).code]).toEqual([403, "not_yours"]);
  }
  // Nobody learns the names by way of a recording of their own, either.
  const detour = await ask(cleo, [key], {}, `/recordings/${elsewhere}/watchers`);
  expect(await detour.json()).toMatchObject({ watchers: [] });

  await database.pool`
    update private.watchers set came_at = now() - interval '25 hours' where key = ${key}
  `;
  await forget(database.asService("a test tidies up"));
  expect((await told([key, another.key])).watchers).toMatchObject([{ key: another.key }]);
});
