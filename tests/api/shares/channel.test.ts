import { describe, expect, it } from "vitest";
import { type SignedIn, testApp, type Visitor } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { joined, listen, serveRealtime } from "#tests/support/realtime.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, keys, person, visitor } = await testApp();
const { connect } = await serveRealtime(database, keys, { recheckEvery: 100 });
/** Looks at nobody's rights again but where something is announced. */
const patient = await serveRealtime(database, keys, { recheckEvery: 3_600_000 });
const owner = await person();

const realtimeToken = (who: Visitor, headers: Record<string, string> = {}) =>
  who.call("POST", "/realtime/token", undefined, headers);

/** A browser with the token that this visitor is given. */
async function browser(who: Visitor, headers: Record<string, string> = {}, at = { connect }) {
  const { token } = await (await realtimeToken(who, headers)).json();
  return at.connect(token);
}

async function scene(wishes = {}) {
  const recording = await recordingOf(database, owner);
  const link = await linkTo(owner, recording, wishes);
  const say = async (who: SignedIn) =>
    who.call("POST", `/recordings/${recording}/comments`, { content: "hi" }, through(link));
  return { recording, link, topic: `recording:${recording}`, say };
}

const events = ({ heard }: Awaited<ReturnType<typeof joined>>) => heard.map(({ event }) => event);

describe("whoever opens a link", () => {
  it("hears of comments without an account", async () => {
    const { link, topic, say } = await scene();
    const listener = await joined(await browser(visitor, through(link)), topic);
    await say(owner);
    await expect.poll(() => events(listener)).toContain("comment");
  });

  it("is counted among those who watch, and sees them come and go", async () => {
    const { link, topic } = await scene();
    const here = await joined(await browser(visitor, through(link)), topic, {
      presence: { key: "one", enabled: true },
    });
    await here.channel.track({});
    const guest = await browser(await person(), through(link));
    const there = await joined(guest, topic, { presence: { key: "two", enabled: true } });
    await there.channel.track({});
    const present = () => Object.keys(here.channel.presenceState()).sort();
    await expect.poll(present).toEqual(["one", "two"]);
    await guest.realtime.disconnect();
    await expect.poll(present).toEqual(["one"]);
  });

  it("says nothing to the others there", async () => {
    const { link, topic, say } = await scene();
    const listener = await joined(await browser(visitor, through(link)), topic);
    const speaker = await joined(await browser(await person(), through(link)), topic);
    await speaker.channel.send({ type: "broadcast", event: "forged", payload: {} });
    await say(owner);
    await expect.poll(() => events(listener)).toContain("comment");
    expect(events(listener)).not.toContain("forged");
  });

  it("hears nothing of other recordings", async () => {
    const { link } = await scene();
    const other = await scene();
    const listener = listen(await browser(visitor, through(link)), other.topic);
    await expect.poll(() => listener.reasons[0]).toMatch(/Unauthorized/);
  });
});

describe("a channel is closed", () => {
  it("when the link is revoked, and its viewers hear why first", async () => {
    const { recording, link, topic, say } = await scene();
    const listener = await joined(await browser(visitor, through(link)), topic);
    await owner.call("DELETE", `/recordings/${recording}/shares/${link.id}`);
    await expect.poll(() => listener.statuses).toContain("CLOSED");
    await say(owner);
    expect(events(listener)).toContain("share");
    expect(events(listener)).not.toContain("comment");
  });

  it("at once, by the announcement, and those of other links stay open", async () => {
    const { recording, link, topic, say } = await scene();
    const other = await linkTo(owner, recording);
    const closed = await joined(await browser(visitor, through(link), patient), topic);
    const open = await joined(await browser(visitor, through(other), patient), topic);
    await owner.call("DELETE", `/recordings/${recording}/shares/${link.id}`);
    await expect.poll(() => closed.statuses).toContain("CLOSED");
    await say(owner);
    await expect.poll(() => events(open)).toContain("comment");
    expect(open.statuses).toEqual(["SUBSCRIBED"]);
  });

  it("when the link expires", async () => {
    const { link, topic } = await scene({ expires_in_hours: 1 });
    const listener = await joined(await browser(visitor, through(link)), topic);
    await database.pool`update public.shares set expires_at = now() where id = ${link.id}`;
    await expect.poll(() => listener.statuses).toContain("CLOSED");
  });

  it("when the viewer's account is suspended", async () => {
    const { link, topic } = await scene();
    const guest = await person();
    const listener = await joined(await browser(guest, through(link)), topic);
    await database.pool`update public.users set suspended = true where id = ${guest.id}`;
    await expect.poll(() => listener.statuses).toContain("CLOSED");
  });
});

describe("a channel of somebody's own is closed", () => {
  it("when their sessions end, as with a new password, and opens for the next session", async () => {
    const mover = await person();
    const topic = `user:${mover.id}`;
    const client = await browser(mover);
    const listener = await joined(client, topic);
    await database.pool`
      update private.credentials set password_hash = 'another' where user_id = ${mover.id}
    `;
    await expect.poll(() => listener.statuses).toContain("CLOSED");
    const again = listen(client, topic);
    await expect.poll(() => again.reasons.join()).toContain("Unauthorized");

    const [{ id: sid = "" } = {}] = await database.pool`
      select id from private.begin_session(${mover.id}, 'a test')
    `;
    const token = await keys.sign("session", { sub: mover.id, sid });
    await joined(await browser(visitor, { Authorization: `Bearer ${token}` }), topic);
  });
});

describe("a channel of one session is closed", () => {
  it("when that logs out, and those of the others stay open", async () => {
    const mover = await person();
    const topic = `user:${mover.id}`;
    const [{ id: sid = "" } = {}] = await database.pool`
      select id from private.begin_session(${mover.id}, 'elsewhere')
    `;
    const token = await keys.sign("session", { sub: mover.id, sid });
    const there = await joined(await browser(visitor, { Authorization: `Bearer ${token}` }), topic);
    const here = await joined(await browser(mover), topic);
    await mover.call("POST", "/auth/logout");
    await expect.poll(() => here.statuses).toContain("CLOSED");
    expect(there.statuses).toEqual(["SUBSCRIBED"]);
  });
});

describe("a realtime token is refused", () => {
  it("to a link that opens nothing, and to nobody at all", async () => {
    const { link } = await scene({ password: "open sesame" });
    expect((await realtimeToken(visitor, through(link))).status).toBe(404);
    expect((await realtimeToken(visitor, { "X-Share-Token": "A".repeat(32) })).status).toBe(404);
    expect((await realtimeToken(visitor)).status).toBe(401);
  });
});
