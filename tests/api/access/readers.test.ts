import { describe, expect, it } from "vitest";
import { operations } from "#contract/operations.ts";
import { type Method, type SignedIn, testApp, type Visitor } from "#tests/support/app.ts";
import { jpeg, sheetQuery } from "#tests/support/jpeg.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp();
const owner = await person();
const other = await person();
const admin = await person({ role: "admin" });

/** A recording with everything that a call can ask about, and a link that lets one watch it. */
async function shared(by: SignedIn = owner) {
  const recording = await recordingOf(database, by);
  const link = await linkTo(by, recording);
  const say = async (path: string, body: object) =>
    (await by.call("POST", path, body, through(link))).json();
  const comment = await say(`/recordings/${recording}/comments`, { content: "Mine" });
  const onIt = await say(`/recordings/${recording}/reactions`, { emoji: "🔥" });
  const onComment = await say(`/comments/${comment.id}/reactions`, { emoji: "🔥" });
  const [subtitle] = await database.pool`
    insert into public.subtitles (recording_id, language) values (${recording}, 'en') returning id
  `;
  return { recording, link, comment: comment.id, onIt, onComment, subtitle: subtitle?.id };
}
type Shared = Awaited<ReturnType<typeof shared>>;

/** A call in which all is right, but perhaps the caller. */
function ask(
  who: Visitor,
  call: string,
  { link, ...what }: Shared,
  headers: Record<string, string> = through(link),
) {
  const [method = "", path = ""] = call.split(" ");
  const reaction = path.startsWith("/comments") ? what.onComment : what.onIt;
  const address = path
    .replace("/comments/{id}", `/comments/${what.comment}`)
    .replace("{id}", what.recording)
    .replace(/contact-sheet$/, `contact-sheet?${sheetQuery}`)
    .replace("{commentId}", what.comment)
    .replace("{shareId}", link.id)
    .replace("{subtitleId}", what.subtitle)
    .replace("{reactionId}", reaction.reaction.id);
  const fields = {
    content: path.includes("/subtitles") ? "1\n00:00:01,000 --> 00:00:02,000\nHi\n" : "Yours",
    emoji: "👏",
    filename: "A better title",
    label: "For Ada",
    storage_type: "s3",
    language: "fr",
    chapters: [{ at_seconds: 1, title: "Hello" }],
    ...{ version: 1, kept: [{ start: 1, end: 5 }], done: true, paused: true },
  };
  const json = /^(POST|PUT|PATCH)/.test(method) ? fields : undefined;
  const body = /(thumbnail|contact-sheet)$/.test(call) && json ? Buffer.from(jpeg()) : json;
  return who.call(method as Method, address, body, headers); // the contract's own methods
}

/** Calls about a recording, for callers who have an account and came to the recording in some way. */
const calls = operations
  .filter(({ access }) => access === "shared-session" || access === "shared-voice")
  .map(({ call }) => call);
const forReaders = calls.filter((call) => /^POST .*(comments|reactions|watchers)$/.test(call));
/** To whoever may not edit there is nothing of an original. */
const aboutOriginals = calls.filter((call) => /(edit|silences|waveform)$/.test(call));
const forOthers = calls.filter((call) => ![...forReaders, ...aboutOriginals].includes(call));

describe("a reader is told that they may not", () => {
  it("is asked about every kind of call", () => {
    expect(forReaders).toHaveLength(4);
    expect(forOthers).toHaveLength(26);
    expect(aboutOriginals).toHaveLength(5);
  });

  it.each(aboutOriginals)("by learning nothing: %s", async (call) => {
    const what = await shared();
    expect((await ask(other, call, what)).status).toBe(404);
    expect((await ask(admin, call, what, {})).status).toBe(404);
  });

  it.each(forOthers)("%s", async (call) => {
    const what = await shared();
    const kinds = {
      "through a link": await ask(other, call, what),
      "as an admin": await ask(admin, call, what, {}),
    };
    for (const [kind, answer] of Object.entries(kinds)) {
      if (kind === "as an admin" && call === "DELETE /recordings/{id}/comments/{commentId}")
        continue;
      const { code, error } = await answer.json();
      expect([kind, answer.status, code]).toEqual([kind, 403, "not_yours"]);
      expect(error, "words that say what").toMatch(/^(You may watch this recording|Only )/);
    }
  });

  it.each([...forOthers, ...aboutOriginals])(
    "and nobody else learns that there is something: %s",
    async (call) => {
      const what = await shared();
      expect((await ask(other, call, what, {})).status).toBe(404);
      expect((await ask(visitor, call, what)).status).toBe(401);
      expect((await ask(visitor, call, what, {})).status).toBe(401);
    },
  );
});

describe("the owner who comes through a link of their own", () => {
  /** Calls that need the add-on, a service outside, something that failed or that runs: refused for that alone. */
  const needing = calls.filter((call) =>
    /(subtitles|retry|translate|suggestions|silences|waveform|live)$/.test(call),
  );

  it.each(calls.filter((call) => !needing.includes(call)))("may all the same: %s", async (call) => {
    expect((await ask(owner, call, await shared())).status).toBeLessThan(300);
  });

  it.each(needing)("may as far as this server can: %s", async (call) => {
    expect([402, 409, 503]).toContain((await ask(owner, call, await shared())).status);
  });

  it.each<[string, object]>([
    ["anyone", {}],
    ["whoever has its password", { password: "open sesame" }],
    ["one person", { is_public: false, allowed_email: "ida@example.org" }],
  ])("sees the recording as their own through a link for %s", async (_, wishes) => {
    const { recording } = await shared();
    const link = await linkTo(owner, recording, wishes);
    const answer = await owner.call("GET", `/shared/${link.share_token}`);
    expect(await answer.json()).toMatchObject({
      is_owner: true,
      can_edit: true,
      can_download: true,
      can_comment: true,
      permission_type: "view",
    });
  });
});
