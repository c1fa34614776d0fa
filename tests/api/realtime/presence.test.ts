import { describe, expect, it } from "vitest";
import { joined, type Listener, listen, realtimeWorld } from "#tests/support/realtime.ts";

const world = await realtimeWorld();

async function roomOf(...people: string[]) {
  return world.room(...people.map((id) => ({ id })));
}

async function present(room: { topic: string }, id: string) {
  const client = await world.client(await world.token(id));
  const listener = await joined(client, room.topic, { presence: { key: id } });
  return { ...listener, client };
}

const seenBy = ({ channel }: Pick<Listener, "channel">, id: string) => channel.presenceState()[id];

describe("presence", () => {
  it("shows who is there, and what they say of themselves", async () => {
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
    const room = await roomOf(a, b);
    const atA = await present(room, a);
    const atB = await present(room, b);

    expect(await atB.channel.track({ status: "online" })).toBe("ok");
    await expect.poll(() => seenBy(atA, b)).toMatchObject([{ status: "online" }]);

    await atA.channel.track({ status: "me" });
    await expect.poll(() => Object.keys(atB.channel.presenceState()).sort()).toEqual([a, b].sort());
  });

  it("changes in place", async () => {
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
    const room = await roomOf(a, b);
    const atA = await present(room, a);
    const atB = await present(room, b);
    await atB.channel.track({ status: "online" });
    await expect.poll(() => seenBy(atA, b)).toMatchObject([{ status: "online" }]);
    await atB.channel.track({ status: "away" });
    await expect.poll(() => seenBy(atA, b)).toMatchObject([{ status: "away" }]);
    expect(seenBy(atA, b)).toHaveLength(1);
  });

  it("stays as it is where the same is said again", async () => {
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
    const room = await roomOf(a, b);
    const atA = await present(room, a);
    const atB = await present(room, b);
    await atB.channel.track({ status: "online" });
    await expect.poll(() => seenBy(atA, b)).toHaveLength(1);
    const before = seenBy(atA, b);
    expect(await atB.channel.track({ status: "online" })).toBe("ok");
    const late = await present(room, a);
    await late.channel.track({});
    await expect.poll(() => seenBy(late, a)).toHaveLength(1); // the news from before has come
    expect(seenBy(late, b)).toEqual(before);
  });

  it("is told to who comes later", async () => {
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
    const room = await roomOf(a, b);
    await (await present(room, a)).channel.track({ status: "early" });
    const late = await present(room, b);
    await expect.poll(() => seenBy(late, a)).toMatchObject([{ status: "early" }]);
  });

  it("is told to who has not asked for it, once they take part", async () => {
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
    const room = await roomOf(a, b);
    await (await present(room, a)).channel.track({ status: "early" });
    const late = await joined(await world.client(await world.token(b)), room.topic);
    expect(await late.channel.track({ status: "late" })).toBe("ok");
    await expect.poll(() => seenBy(late, a)).toMatchObject([{ status: "early" }]);
  });

  it("is a number as well, where not all of it is shown, also to who comes later", async () => {
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
    const room = await roomOf(a, b);
    const first = await present(room, b);
    for (let tab = 1; tab <= 5; tab++)
      await (await present(room, a)).channel.track({ words: "x".repeat(1900) });
    const told = ({ heard }: Listener) => heard.map(({ payload }) => payload).at(-1);
    await expect.poll(() => told(first)).toMatchObject({ count: 5 });
    const late = await present(room, b);
    await expect.poll(() => told(late)).toMatchObject({ count: 5 });
    expect(seenBy(late, a)?.length).toBeLessThan(5);
  });

  it("counts a person with two tabs twice, until one is closed", async () => {
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
    const room = await roomOf(a, b);
    const atA = await present(room, a);
    const [first, second] = [await present(room, b), await present(room, b)];
    expect(await first.channel.track({ tab: 1 })).toBe("ok");
    await second.channel.track({ tab: 2 });
    await expect.poll(() => seenBy(atA, b)).toHaveLength(2);

    expect(await first.channel.untrack()).toBe("ok");
    await expect.poll(() => seenBy(atA, b)).toMatchObject([{ tab: 2 }]);

    await second.client.realtime.disconnect();
    await expect.poll(() => seenBy(atA, b)).toBeUndefined();
  });

  it("ends with the channel", async () => {
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
    const room = await roomOf(a, b);
    const atA = await present(room, a);
    const atB = await present(room, b);
    await atB.channel.track({});
    await expect.poll(() => seenBy(atA, b)).toHaveLength(1);
    await atB.channel.unsubscribe();
    await expect.poll(() => seenBy(atA, b)).toBeUndefined();
  });

  it("is refused to who may only listen", async () => {
    const reader = crypto.randomUUID();
    const room = await world.room({ id: reader, canWrite: false });
    const { channel } = await present(room, reader);
    expect(await channel.track({ status: "here" })).toBe("error");
  });

  it("is a few words, under a name of usual length", async () => {
    const a = crypto.randomUUID();
    const room = await roomOf(a);
    const talker = await present(room, a);
    expect(await talker.channel.track({ status: "x".repeat(1000) })).toBe("ok");
    void talker.channel.track({ status: "x".repeat(3000) });
    await expect.poll(() => talker.reasons).toContain("Track message size exceeded");

    const client = await world.client(await world.token(a));
    const named = listen(client, room.topic, { presence: { key: "x".repeat(101) } });
    await expect.poll(() => named.reasons.join()).toContain("InvalidJoinPayload");
  });

  it("is not more for leaving and joining again and again", async () => {
    const a = crypto.randomUUID();
    const room = await roomOf(a);
    const client = await world.client(await world.token(a));
    let refusal: Listener | undefined;
    for (let times = 0; !refusal && times < 30; times++) {
      const restless = await joined(client, room.topic, { presence: { key: a } });
      let answered = 0;
      const count = () => void answered++;
      for (let said = 0; said < 5; said++) void restless.channel.track({ said }).then(count);
      await expect.poll(() => answered === 5 || restless.statuses.at(-1) === "CLOSED").toBe(true);
      if (restless.statuses.at(-1) === "CLOSED") refusal = restless;
      else await client.removeChannel(restless.channel);
    }
    expect(refusal?.reasons).toEqual(["Client presence rate limit exceeded"]);
  });

  it("may not be changed all the time", async () => {
    const a = crypto.randomUUID();
    const eager = await present(await roomOf(a), a);
    for (let count = 0; count < 5; count++) expect(await eager.channel.track({ count })).toBe("ok");
    void eager.channel.track({ count: 5 });
    await expect.poll(() => eager.statuses.at(-1)).toBe("CLOSED");
    expect(eager.reasons).toContain("Client presence rate limit exceeded");
  });
});
