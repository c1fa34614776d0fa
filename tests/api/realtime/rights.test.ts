import { describe, expect, it } from "vitest";
import { bodies, joined, type Listener, realtimeWorld } from "#tests/support/realtime.ts";

const FOREVER = 2 ** 30;

describe("a right that is lost", () => {
  const person = crypto.randomUUID();

  it("closes the channel when the client shows its next token", async () => {
    const world = await refreshing;
    const room = await world.room({ id: person });
    let token = await world.token(person, 3601);
    const listener = await joined(await world.client(() => token), room.topic);

    await world.database.pool`delete from room_members where room_id = ${room.id}`;
    token = await world.token(person, 3700);

    await expect.poll(() => listener.statuses.at(-1)).toBe("CLOSED");
    expect(listener.reasons.join()).toMatch(/no longer have permission/);
  });

  it("closes the channel without any new token, and only where it was lost", async () => {
    const world = await rechecking;
    const other = crypto.randomUUID();
    const room = await world.room({ id: person }, { id: other });
    const lost = await joined(await world.client(await world.token(person)), room.topic);
    const kept = await joined(await world.client(await world.token(other)), room.topic);

    await world.database.pool`
      delete from room_members where room_id = ${room.id} and user_id = ${person}
    `;

    await expect.poll(() => lost.statuses.at(-1)).toBe("CLOSED");
    expect(lost.reasons.join()).toMatch(/no longer have permission/);
    await world.say(room, other, "still here");
    await expect.poll(() => bodies(kept)).toEqual(["still here"]);
    expect(lost.heard).toEqual([]);
  });

  it("closes the channel only after what was announced before", async () => {
    const world = await rechecking;
    const room = await world.room({ id: person });
    const listener = await joined(await world.client(await world.token(person)), room.topic);
    await world.database.pool.begin((sql) => [
      sql`
        insert into realtime.messages (topic, extension, private)
        values (${room.topic}, 'broadcast', true)
      `,
      // Only new rows are told to listeners.
      sql`
        update realtime.messages set event = 'goodbye', payload = '{}' where topic = ${room.topic}
      `,
      sql`delete from room_members where room_id = ${room.id}`,
    ]);
    await expect.poll(() => listener.statuses.at(-1)).toBe("CLOSED");
    expect(listener.heard).toMatchObject([{ event: "goodbye" }]);
  });

  it("closes every tab of the person", async () => {
    const world = await rechecking;
    const room = await world.room({ id: person });
    const tabs = [
      await joined(await world.client(await world.token(person, 100)), room.topic),
      await joined(await world.client(await world.token(person, 200)), room.topic),
    ];
    await world.database.pool`delete from room_members where room_id = ${room.id}`;
    for (const tab of tabs) await expect.poll(() => tab.statuses.at(-1)).toBe("CLOSED");
  });

  it("closes the channel of that one alone, of more than are asked about at once", async () => {
    const world = await rechecking;
    const people = Array.from({ length: 102 }, () => crypto.randomUUID());
    const room = await world.room(...people.map((id) => ({ id })));
    const listeners: Listener[] = [];
    for (const id of people)
      listeners.push(await joined(await world.client(await world.token(id)), room.topic));

    // The first look may have begun before all were there; the next is one at all of them.
    for (const unlucky of [50, 51]) {
      await world.database.pool`
        delete from room_members where room_id = ${room.id} and user_id = ${people[unlucky] ?? ""}
      `;
      await expect.poll(() => listeners[unlucky]?.statuses.at(-1)).toBe("CLOSED");
    }
    await world.say(room, people[0] ?? "", "still here");
    const kept = listeners.filter((_, place) => place !== 50 && place !== 51);
    for (const listener of kept) await expect.poll(() => bodies(listener)).toEqual(["still here"]);
  });

  it("takes the right to speak with the token that brings none", async () => {
    const world = await refreshing;
    const reader = crypto.randomUUID();
    const room = await world.room({ id: person }, { id: reader, canWrite: false });
    let token = await world.token(person, 3601);
    const client = await world.client(() => token);
    const listener = await joined(client, room.topic, { presence: { key: person } });
    expect(await listener.channel.track({ status: "writer" })).toBe("ok");
    token = await world.token(reader, 3700);
    await client.realtime.setAuth();
    expect(await listener.channel.track({ status: "reader" })).toBe("error");
    expect(listener.statuses).toEqual(["SUBSCRIBED"]);
  });

  it("takes the right to speak when only that is lost", async () => {
    const world = await rechecking;
    const room = await world.room({ id: person });
    const listener = await joined(await world.client(await world.token(person)), room.topic, {
      presence: { key: person },
    });
    expect(await listener.channel.track({ status: "writer" })).toBe("ok");
    await world.database.pool`update room_members set can_write = false where room_id = ${room.id}`;
    await expect.poll(() => listener.channel.track({ at: "all" }), { interval: 400 }).toBe("error");
    expect(listener.statuses).toEqual(["SUBSCRIBED"]);
  });
});

describe("a token", () => {
  const person = crypto.randomUUID();

  it("closes the channel when its time is over", async () => {
    const world = await refreshing;
    const room = await world.room({ id: person });
    const listener = await joined(await world.client(await world.token(person, 2)), room.topic);
    await expect.poll(() => listener.statuses.at(-1)).toBe("CLOSED");
    expect(listener.reasons).toContain("Token has expired");
  });

  it("keeps the channel open when it is renewed in time", async () => {
    const world = await refreshing;
    const room = await world.room({ id: person });
    let token = await world.token(person, 2);
    const client = await world.client(() => token);
    const listener = await joined(client, room.topic);
    token = await world.token(person, 3600);

    // Somebody whose token ends at the same moment shows when that moment has passed.
    const witness = await joined(await world.client(await world.token(person, 2)), room.topic);
    await expect.poll(() => witness.statuses.at(-1)).toBe("CLOSED");
    await world.say(room, person, "still here");
    await expect.poll(() => bodies(listener)).toEqual(["still here"]);
  });
});

const refreshing = realtimeWorld({ recheckEvery: FOREVER });
const rechecking = realtimeWorld({ recheckEvery: 50 });
await Promise.all([refreshing, rechecking]);
