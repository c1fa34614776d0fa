import { describe, expect, it } from "vitest";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp();
const service = database.asService("a test looks at what is left of a limit");
const owner = await person();
const recording = await recordingOf(database, owner);
const link = through(await linkTo(owner, recording));
const comments = `/recordings/${recording}/comments`;
const reactions = `/recordings/${recording}/reactions`;

const say = (who: SignedIn, content: string) => who.call("POST", comments, { content }, link);

/** Empties the person's buckets, as many more of the same acts would; tells how many acts were left. */
async function goOnAndOn({ id }: SignedIn): Promise<number> {
  const [bucket] = await service(
    (sql) => sql<{ left: number }[]>`
      with before as (select name, tokens from private.buckets where name like ${`%:${id}`} and name not like 'write:%')
      update private.buckets b set tokens = 0 from before where b.name = before.name
      returning before.tokens as left
    `,
  );
  return bucket?.left ?? 0;
}

describe("a comment that is refused", () => {
  it("does not use up the limit", async () => {
    const clumsy = await person();
    await say(clumsy, "Hello");
    const tokens = () =>
      service(
        (sql) => sql<{ tokens: number }[]>`
          select tokens from private.buckets where name = ${`comment:account:${clumsy.id}`}
        `,
      );
    const [before] = await tokens();
    for (const content of ["", " ", "\u200b"])
      expect((await say(clumsy, content)).status).toBe(422);
    const gone = `${comments}/${crypto.randomUUID()}`;
    expect((await clumsy.call("PUT", gone, { content: "Hi" }, link)).status).toBe(404);
    const [after] = await tokens();
    expect(after?.tokens).toBeGreaterThanOrEqual(before?.tokens ?? 120);
  });
});

describe("a guest's name that is refused", () => {
  it("does not use up the names of its network", async () => {
    const open = await linkTo(owner, recording, { guests_may_comment: true });
    const closed = await linkTo(owner, recording);
    const enter = async ({ share_token }: typeof open) =>
      (await visitor.call("POST", `/shared/${share_token}/guest`, { name: "Gerda" })).status;
    expect(await enter(open)).toBe(201);
    await service(
      (sql) => sql`
        update private.buckets set tokens = 1, refilled_at = now()
         where name like 'guest-name:address:%'`,
    );
    expect([await enter(closed), await enter(closed)]).toEqual([403, 403]);
    expect(await enter(open)).toBe(201);
  });
});

describe("whoever floods a discussion", () => {
  it("with comments is asked to wait; others write on, and it can still be cleared up", async () => {
    const loud = await person();
    const { id } = await (await say(loud, "Buy")).json();
    expect(Math.round(await goOnAndOn(loud))).toBe(119);
    const refused = await say(loud, "Buy more");
    expect([refused.status, (await refused.json()).error]).toEqual([
      429,
      "You have written a lot in a short time. Please wait a moment and try again.",
    ]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);

    const edited = await loud.call("PUT", `${comments}/${id}`, { content: "Buy more" }, link);
    expect(edited.status).toBe(429);
    expect((await say(await person(), "Hello")).status).toBe(201);
    expect((await loud.call("DELETE", `${comments}/${id}`, undefined, link)).status).toBe(200);
  });

  it("with reactions given and taken back is asked to wait as well", async () => {
    const restless = await person();
    await restless.call("POST", reactions, { emoji: "🔥" }, link);
    expect(Math.round(await goOnAndOn(restless))).toBe(399);
    for (const refused of [
      await restless.call("POST", reactions, { emoji: "🎉" }, link),
      await restless.call("DELETE", `${reactions}/${encodeURIComponent("🔥")}`, undefined, link),
    ])
      expect([refused.status, (await refused.json()).error]).toEqual([
        429,
        "You have reacted a lot in a short time. Please wait a moment and try again.",
      ]);
  });
});
