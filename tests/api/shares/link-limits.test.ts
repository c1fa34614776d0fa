import { describe, expect, it } from "vitest";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person } = await testApp();
const service = database.asService("a test looks at what is left of a limit");

const TOO_MANY = "You have made many links in a short time. Please wait a moment and try again.";

const left = async ({ id }: SignedIn, limit = "share") => {
  const [bucket] = await service(
    (sql) => sql<{ tokens: number }[]>`
      select round(tokens) as tokens from private.buckets where name = ${`${limit}:account:${id}`}
    `,
  );
  return bucket?.tokens;
};
const leave = ({ id }: SignedIn, tokens: number, limit = "share") =>
  service(
    (sql) => sql`
      update private.buckets set tokens = ${tokens}, refilled_at = clock_timestamp()
       where name = ${`${limit}:account:${id}`}
    `,
  );

describe("making links", () => {
  it("is limited to 200 an hour, far below what an account may write in all", async () => {
    const owner = await person();
    const links = `/recordings/${await recordingOf(database, owner)}/shares`;
    const { id } = await linkTo(owner, links.split("/")[2] ?? "");
    expect(await left(owner)).toBe(199);
    await leave(owner, 1);
    expect((await owner.call("POST", links, {})).status).toBe(201);
    await leave(owner, 0); // a slow computer has given some back meanwhile
    const refused = await owner.call("POST", links, {});
    expect([refused.status, (await refused.json()).error]).toEqual([429, TOO_MANY]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await owner.call("PATCH", `${links}/${id}`, { label: "x" })).status).toBe(200);
    expect((await owner.call("DELETE", `${links}/${id}`)).status).toBe(200);
  });

  it("stops nobody else", async () => {
    const [owner, other] = [await person(), await person()];
    await linkTo(owner, await recordingOf(database, owner));
    await leave(owner, 0);
    expect(await linkTo(other, await recordingOf(database, other))).toHaveProperty("share_token");
  });

  it("counts only links that were made", async () => {
    const [owner, other] = [await person(), await person()];
    const own = await recordingOf(database, owner);
    await linkTo(owner, own);
    const refusals = [
      [`/recordings/${await recordingOf(database, other)}/shares`, {}, 404],
      [`/recordings/${own}/shares`, { is_public: false }, 422],
      [`/recordings/${own}/shares`, { expires_in_hours: 0 }, 422],
    ] as const;
    for (const [path, wishes, status] of refusals)
      expect((await owner.call("POST", path, wishes)).status).toBe(status);
    expect(await left(owner)).toBe(199);
  });
});

describe("changing links", () => {
  it("is limited to 200 an hour: each that lets others edit is noted for ever", async () => {
    const owner = await person();
    const recording = await recordingOf(database, owner);
    const { id } = await linkTo(owner, recording);
    const change = (permission_type: string) =>
      owner.call("PATCH", `/recordings/${recording}/shares/${id}`, { permission_type });
    expect([(await change("edit")).status, await left(owner, "share-change")]).toEqual([200, 199]);
    await leave(owner, 0, "share-change");
    const refused = await change("view");
    expect([refused.status, (await refused.json()).error]).toEqual([
      429,
      TOO_MANY.replace("made", "changed"),
    ]);
    expect((await linkTo(owner, recording)).share_token).toBeDefined();
  });
});

describe("setting the password of a link", () => {
  it("is limited to 30 in ten minutes, of which only those count that were set", async () => {
    const owner = await person();
    const recording = await recordingOf(database, owner);
    const links = `/recordings/${recording}/shares`;
    const { id } = await linkTo(owner, recording);
    const change = async (link: string, wishes: object) =>
      (await owner.call("PATCH", `${links}/${link}`, wishes)).status;
    expect(await change(id, { label: "x" })).toBe(200);
    expect(await left(owner, "share-password")).toBeUndefined();
    expect(await change(crypto.randomUUID(), { password: "open sesame" })).toBe(404);
    expect(await left(owner, "share-password")).toBe(30);
    expect(await change(id, { password: "open sesame" })).toBe(200);
    expect(await left(owner, "share-password")).toBe(29);
  });

  it("counts those of links to folders, too", async () => {
    const owner = await person();
    const folder = await (await owner.call("POST", "/folders", { name: "Talks" })).json();
    const links = `/folders/${folder.id}/shares`;
    const link = await (await owner.call("POST", links, { password: "open sesame" })).json();
    expect([await left(owner), await left(owner, "share-password")]).toEqual([199, 29]);
    await owner.call("PATCH", `${links}/${link.id}`, { password: "open again" });
    expect(await left(owner, "share-password")).toBe(28);
  });
});
