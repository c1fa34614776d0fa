import { describe, expect, it } from "vitest";
import { forgetRemoved } from "#api/features/edits/follow-cut.ts";
import type { Comment } from "#contract/discussion.ts";
import { type SignedIn, testApp, type Visitor } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";
import { kept, swap } from "./cut-world.ts";

const app = await testApp();
const { person, visitor, database } = app;
const owner = await person();
const guest = await person({ username: "Gus" });
const admin = await person();
await database.pool`update public.users set role = 'admin' where id = ${admin.id}`;

/** A recording about which a guest has said something at each moment, and their ways to it. */
async function discussed(...moments: (number | null)[]) {
  const recording = await recordingOf(database, owner);
  const at = `/recordings/${recording}`;
  const view = through(await linkTo(owner, recording));
  const edit = through(await linkTo(owner, recording, { permission_type: "edit" }));
  const said: Comment[] = [];
  for (const at_seconds of moments) {
    const content = `at ${at_seconds}`;
    const answer = await guest.call("POST", `${at}/comments`, { content, at_seconds }, view);
    said.push(await answer.json());
  }
  const read = async (who: Visitor, path: string, headers?: HeadersInit) => {
    const answer = await who.call("GET", `${at}/${path}`, undefined, headers);
    return answer.status === 200 ? await answer.json() : answer.status;
  };
  return { recording, at, view, edit, said, read };
}

const placesOf = ({ comments }: { comments: Comment[] }) =>
  comments.map(({ content, at_seconds, removed }) => [content, at_seconds, removed]);

const BY_TIME = "comments?sort=time";

describe("comments", () => {
  it("follow the film: viewers and admins see what is kept, the owner also where the rest was", async () => {
    const { recording, view, edit, read } = await discussed(1, 3, 4, 6, null);
    await swap(database, recording, kept);
    const seen = [
      ["at 1", 1, undefined],
      ["at 6", 3, undefined],
      ["at null", null, undefined],
    ];
    for (const [who, link] of [
      [visitor, view],
      [guest, view],
      [guest, edit],
      [admin, {}],
    ] as const) {
      const list = await read(who, BY_TIME, link);
      expect([placesOf(list), list.total]).toEqual([seen, 3]);
    }
    const own = await read(owner, BY_TIME);
    expect(placesOf(own)).toEqual([
      ["at 1", 1, undefined],
      ["at 3", 2, true],
      ["at 4", 2, true],
      ["at 6", 3, undefined],
      ["at null", null, undefined],
    ]);
    expect(own.total).toBe(5);
    await swap(database, recording, null);
    expect(placesOf(await read(visitor, BY_TIME, view)).map(([, at]) => at)).toEqual([
      1,
      3,
      4,
      6,
      null,
    ]);
  });

  it("of the original are read in its time by people who may edit, also those written on the cut", async () => {
    const { recording, at, view, edit, read } = await discussed(1, 3, 6);
    await swap(database, recording, kept);
    await guest.call("POST", `${at}/comments`, { content: "on the cut", at_seconds: 2.5 }, view);
    const original = `${BY_TIME}&original=true`;
    const all = [
      ["at 1", 1, undefined],
      ["at 3", 3, true],
      ["on the cut", 5.5, undefined],
      ["at 6", 6, undefined],
    ];
    expect(placesOf(await read(owner, original))).toEqual(all);
    expect(placesOf(await read(guest, original, edit))).toEqual(all);
    for (const [who, link] of [
      [visitor, view],
      [guest, view],
      [visitor, edit],
      [admin, {}],
      [guest, {}],
    ] as const)
      expect(await read(who, original, link)).toBe(404);
  });

  it("take their replies with them, and are answered by nobody who does not see them", async () => {
    const { recording, at, view, said, read } = await discussed(3, 6);
    const [hidden, shown] = said;
    const answer = (parent: Comment | undefined, who: SignedIn, headers?: HeadersInit) =>
      who.call(
        "POST",
        `${at}/comments`,
        { content: "Yes", parent_comment_id: parent?.id, at_seconds: 3 },
        headers,
      );
    await answer(hidden, guest, view);
    await answer(shown, guest, view);
    await swap(database, recording, kept);
    expect(placesOf(await read(visitor, BY_TIME, view))).toEqual([
      ["at 6", 3, undefined],
      ["Yes", 2, undefined],
    ]);
    const late = await answer(hidden, guest, view);
    expect([late.status, (await late.json()).code]).toEqual([404, "comment_not_found"]);
    const reaction = await guest.call(
      "POST",
      `/comments/${hidden?.id}/reactions`,
      { emoji: "👍" },
      view,
    );
    expect(reaction.status).toBe(404);
    for (const method of ["PUT", "DELETE"] as const) {
      const body = method === "PUT" ? { content: "x" } : undefined;
      const changed = await guest.call(method, `${at}/comments/${hidden?.id}`, body, view);
      expect(changed.status).toBe(404);
    }
    expect((await answer(hidden, owner)).status).toBe(201);
    expect((await read(visitor, BY_TIME, view)).total).toBe(2);
    expect((await read(owner, BY_TIME)).total).toBe(5);
  });

  it("that were removed go for good with the original, and the rest stays where it is", async () => {
    const { recording, view, read } = await discussed(1, 3, 6);
    await owner.call("POST", `/recordings/${recording}/reactions`, { emoji: "🔥", at_seconds: 3 });
    await swap(database, recording, kept);
    await database.asService("a test removes the original")(async (sql) => {
      await sql`update private.edits set shown = null, original = null where recording_id = ${recording}`;
      await forgetRemoved(sql, recording);
    });
    for (const [who, link] of [
      [visitor, view],
      [owner, {}],
    ] as const)
      expect(placesOf(await read(who, BY_TIME, link))).toEqual([
        ["at 1", 1, undefined],
        ["at 6", 3, undefined],
      ]);
    const [left] = await database.pool`
      select count(*)::int as n from public.reactions where recording_id = ${recording}`;
    expect(left).toEqual({ n: 0 });
    await swap(database, recording, [{ start: 1, end: 4 }]);
    expect(
      placesOf(await read(visitor, BY_TIME, view)),
      "and is cut by the film's own time",
    ).toEqual([
      ["at 1", 0, undefined],
      ["at 6", 2, undefined],
    ]);
  });
});

describe("marks and reactions", () => {
  it("leave out what was removed, but for the owner, who sees where it was", async () => {
    const { recording, at, view, edit, read } = await discussed(3, 6);
    await owner.call("POST", `${at}/reactions`, { emoji: "🔥", at_seconds: 4 });
    await guest.call("POST", `${at}/reactions`, { emoji: "🔥", at_seconds: 7 }, view);
    await guest.call("POST", `${at}/reactions`, { emoji: "👍" }, view);
    await swap(database, recording, kept);
    const marks = await read(visitor, "marks", view);
    expect(marks).toMatchObject({
      comments: [{ at_seconds: 3 }],
      reactions: [{ emoji: "🔥", at_seconds: 4 }],
    });
    expect(await read(guest, "marks", edit)).toEqual(marks);
    expect(await read(owner, "marks")).toMatchObject({
      comments: [{ at_seconds: 2, removed: true }, { at_seconds: 3 }],
      reactions: [
        { emoji: "🔥", at_seconds: 2, removed: true },
        { emoji: "🔥", at_seconds: 4 },
      ],
    });
    expect(await read(guest, "marks?original=true", edit)).toMatchObject({
      comments: [{ at_seconds: 3 }, { at_seconds: 6 }],
      reactions: [{ at_seconds: 4 }, { at_seconds: 7 }],
    });
    expect(await read(visitor, "marks?original=true", view)).toBe(404);
    const counts = async (who: Visitor, link?: HeadersInit) =>
      (await read(who, "reactions", link)).reactions.map((one: { count: number }) => one.count);
    expect(await counts(visitor, view)).toEqual([1, 1]);
    expect(await counts(owner)).toEqual([1, 2]);
    await swap(database, recording, null);
    expect(await counts(visitor, view)).toEqual([1, 2]);
  });
});

describe("chapters", () => {
  const set = (who: SignedIn, at: string, chapters: object[], headers?: HeadersInit) =>
    who.call("PUT", `${at}/chapters`, { chapters }, headers);

  it("begin with their first kept moment, and come back with their beginning after they were renamed", async () => {
    const { recording, at, view, edit, read } = await discussed();
    const original = [
      { at_seconds: 0, title: "One" },
      { at_seconds: 3, title: "Secret" },
      { at_seconds: 4, title: "Two" },
      { at_seconds: 7, title: "Three" },
    ];
    await set(owner, at, original);
    await swap(database, recording, kept);
    const seen = [
      { at_seconds: 0, title: "One" },
      { at_seconds: 2, title: "Two" },
      { at_seconds: 4, title: "Three" },
    ];
    const secret = { at_seconds: 2, title: "Secret", removed: true };
    for (const [who, link] of [
      [visitor, view],
      [guest, edit],
      [admin, {}],
    ] as const)
      expect(await read(who, "chapters", link)).toEqual({ chapters: seen });
    expect(await read(owner, "chapters")).toEqual({
      chapters: [seen[0], secret, seen[1], seen[2]],
    });
    expect(await read(owner, "chapters?original=true")).toEqual({
      chapters: original.map((chapter, n) => (n === 1 ? { ...chapter, removed: true } : chapter)),
    });
    expect(await read(visitor, "chapters?original=true", view)).toBe(404);

    const renamed = seen.map((chapter, n) => ({ ...chapter, title: `${n}` }));
    const saved = await set(owner, at, [
      ...renamed.slice(0, 2),
      secret,
      { ...secret, title: "Again" },
    ]);
    expect(await saved.json()).toEqual({ chapters: [renamed[0], secret, renamed[1]] });
    expect((await set(guest, at, renamed.slice(0, 2), edit)).status).toBe(200);
    await swap(database, recording, null);
    expect(await read(visitor, "chapters", view)).toEqual({
      chapters: [
        { at_seconds: 0, title: "0" },
        { at_seconds: 3, title: "Secret" },
        { at_seconds: 4, title: "1" },
      ],
    });
  });
});
