import pino from "pino";
import { describe, expect, it } from "vitest";
import { sendDigests } from "#api/features/notices/send-digests.ts";
import { openMail } from "#api/services/mail.ts";
import { startSmtp } from "#tests/stand-ins/smtp.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const smtp = await startSmtp();
const { database, env, person, visitor } = await testApp({ SMTP_URL: smtp.url });
atEndOfFile(() => smtp.stop());

const log = pino({ level: "silent" });
const post = {
  service: database.asService("a test sends digests"),
  sendMail: openMail(env, log),
  publicUrl: "https://kinora.example",
  log,
};

async function scene() {
  const owner = await person();
  const guest = await person({ username: `Gus-${crypto.randomUUID().slice(0, 4)}` });
  const recording = await recordingOf(database, owner, "The demo");
  const link = await linkTo(owner, recording, { label: "For the team" });
  const say = async (who: SignedIn, content: string, parent_comment_id: string | null = null) =>
    (
      await who.call(
        "POST",
        `/recordings/${recording}/comments`,
        { content, parent_comment_id },
        through(link),
      )
    ).json();
  return { owner, guest, recording, link, say };
}

/** The letters one person got, as text. */
const lettersTo = ({ email }: SignedIn) =>
  smtp.letters.filter(({ to }) => to === email).map(({ source }) => plain(source));

/** Undoes quoted-printable, far enough to read. */
function plain(source: string): string {
  const bytes = source
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8").replaceAll("\r\n", "\n");
}

/** The people to whom the next digest would write. */
const due = async () => {
  const rows = await database.pool<{ id: string }[]>`select private.due_digests() as id`;
  return rows.map(({ id }) => id);
};

const aQuarterOfAnHourLater = () =>
  database.pool`update private.digests set sent_at = sent_at - interval '16 minutes'`;

describe("a digest", () => {
  it("has no lines but its own and what was said, whatever a title or a name holds", async () => {
    const owner = await person();
    const guest = await person({ username: "Mallory\n\nYour account is locked" });
    const title = "The demo\r\nOpen https://evil.example now";
    const recording = await recordingOf(database, owner, title);
    const link = through(await linkTo(owner, recording));
    await guest.call("POST", `/recordings/${recording}/comments`, { content: "Hi\nyou" }, link);
    await sendDigests(post);
    const [letter = ""] = lettersTo(owner);
    const body = letter.slice(letter.indexOf("\n\n") + 2).trim();
    expect(body.split("\n")).toEqual([
      "Mallory Your account is locked commented on “The demo Open https://evil.example now”",
      "> Hi",
      "> you",
      `https://kinora.example/video/${recording}`,
      "",
      "You can turn these emails off under Settings in Kinora.",
    ]);
  });

  it("quotes every line of what was said, whatever ends a line", async () => {
    const { owner, guest, say } = await scene();
    await say(guest, "one\rtwo\u2028three\u2029four\vfive\fsix\u0085seven\r\neight");
    await sendDigests(post);
    const [letter = ""] = lettersTo(owner);
    const words = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
    expect(letter).toContain(words.map((word) => `> ${word}`).join("\n"));
  });

  it("is one letter for everything that happened, with the words and the way there", async () => {
    const { owner, guest, recording, link, say } = await scene();
    await visitor.call("GET", `/shared/${link.share_token}`);
    await say(guest, "First\nline two");
    await say(guest, "Second");
    await sendDigests(post);
    const [letter, ...more] = lettersTo(owner);
    expect(more).toEqual([]);
    expect(letter).toContain("Subject: 3 new notices in Kinora");
    expect(letter).toContain(
      `${guest.username} commented on “The demo”\n> First\n> line two\nhttps://kinora.example/video/${recording}\n`,
    );
    expect(letter).toContain("Somebody opened your link “For the team” to “The demo”");
    expect(letter?.indexOf("> First")).toBeLessThan(letter?.indexOf("> Second") ?? 0);
    expect(letter).toContain("turn these emails off under Settings");
  });

  it("comes at most every quarter of an hour, and never tells a thing twice", async () => {
    const { owner, guest, say } = await scene();
    await say(guest, "One");
    await sendDigests(post);
    await say(guest, "Two");
    await database.pool`update private.digests set sent_at = sent_at - interval '14 minutes'`;
    expect(await due()).not.toContain(owner.id);
    await sendDigests(post);
    expect(lettersTo(owner)).toHaveLength(1);
    await aQuarterOfAnHourLater();
    expect(await due()).toContain(owner.id);
    await sendDigests(post);
    const [, second] = lettersTo(owner);
    expect(second).toContain("> Two");
    expect(second).not.toContain("> One");
    await aQuarterOfAnHourLater();
    expect(await due()).not.toContain(owner.id); // though nobody has read any of it
    await sendDigests(post);
    expect(lettersTo(owner)).toHaveLength(2);
  });

  it("leaves out what was read in the meantime", async () => {
    const { owner, guest, say } = await scene();
    await say(guest, "Read here");
    await say(guest, "Not yet");
    const { notices } = await (await owner.call("GET", "/notices")).json();
    const read = notices.find(({ excerpt }: { excerpt: string }) => excerpt === "Read here");
    await owner.call("POST", "/notices/read", { ids: [read.id] });
    await sendDigests(post);
    const [letter] = lettersTo(owner);
    expect(letter).toContain("> Not yet");
    expect(letter).not.toContain("Read here");
  });

  it("leads whoever takes part through a link back through it", async () => {
    const { owner, guest, link, say } = await scene();
    const { id } = await say(guest, "A question");
    await say(owner, "An answer", id);
    await sendDigests(post);
    const [letter] = lettersTo(guest);
    expect(letter).toContain("replied to you on “The demo”\n> An answer\n");
    expect(letter).toContain(`https://kinora.example/shared/${link.share_token}`);
  });

  it("is sent again with the next one when the mail server refuses it", async () => {
    const { owner, guest, say } = await scene();
    const other = await scene();
    await say(guest, "Told before");
    await other.say(other.guest, "To somebody else");
    await sendDigests(post);
    await aQuarterOfAnHourLater();
    await say(guest, "Patience");
    smtp.refuseNext("451 4.3.0 Try again later");
    await sendDigests(post);
    expect(lettersTo(owner)).toHaveLength(1);
    await aQuarterOfAnHourLater();
    await sendDigests(post);
    const [, second = ""] = lettersTo(owner);
    expect(second).toContain("> Patience");
    // News that did arrive, of theirs and of others, is not told again.
    expect(second).not.toContain("> Told before");
    expect(lettersTo(other.owner)).toHaveLength(1);
  });

  it("has the last fifty of what happened, and the bell has the rest", async () => {
    const { owner, recording } = await scene();
    await database.pool`
      insert into public.notices (user_id, kind, recording_id, actor_id, created_at)
      select ${owner.id}, 'comment', ${recording}, null, now() - make_interval(mins => n)
        from generate_series(1, 52) n`;
    await sendDigests(post);
    const [letter, ...more] = lettersTo(owner);
    expect(letter).toContain("Subject: 50 new notices in Kinora");
    expect(letter?.match(/Somebody commented on/g)).toHaveLength(50);
    expect(more).toEqual([]);
  });

  it("says of a link that its invited cannot open what they ask for", async () => {
    const { owner, recording } = await scene();
    const email = `carol-${crypto.randomUUID().slice(0, 4)}@example.org`;
    const link = await linkTo(owner, recording, { is_public: false, allowed_email: email });
    const carol = await person({ email, username: "Carol" });
    await carol.call("POST", `/shared/${link.share_token}/ask`);
    await sendDigests(post);
    expect(lettersTo(owner)[0]).toContain(
      "Carol cannot open your link and asks for another to “The demo”",
    );
  });

  it("is written once by several processes at the same time", async () => {
    const { owner, guest, say } = await scene();
    await say(guest, "Once");
    await Promise.all([sendDigests(post), sendDigests(post), sendDigests(post)]);
    expect(lettersTo(owner)).toHaveLength(1);
  });
});

describe("no digest comes", () => {
  it("to whoever has read it already, turned letters off, or is suspended", async () => {
    const people = await Promise.all([scene(), scene(), scene()]);
    for (const { guest, say } of people) await say(guest, "Hello");
    const [read, off, gone] = people.map(({ owner }) => owner);
    await read?.call("POST", "/notices/read", {});
    const preferences = await (await off?.call("GET", "/user/preferences"))?.json();
    await off?.call("PUT", "/user/preferences", { ...preferences, email_notices: false });
    await database.pool`update public.users set suspended = true where id = ${gone?.id ?? ""}`;
    await sendDigests(post);
    for (const { owner } of people) expect(lettersTo(owner)).toEqual([]);
  });

  it("to whoever reads everything while others are written to", async () => {
    const people = await Promise.all([scene(), scene()]);
    for (const { guest, say } of people) await say(guest, "Hello");
    const written: string[] = [];
    const sendMail: typeof post.sendMail = async ({ to }) => {
      written.push(to);
      for (const { owner } of people) await owner.call("POST", "/notices/read", {});
    };
    await sendDigests({ ...post, sendMail });
    const ours = people.map(({ owner }) => owner.email);
    expect(written.filter((to) => ours.includes(to))).toHaveLength(1);
  });
});
