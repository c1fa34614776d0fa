import { describe, expect, it } from "vitest";
import { bodies, joined, realtimeWorld } from "#tests/support/realtime.ts";

const world = await realtimeWorld();

async function twoMembers() {
  const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
  const room = await world.room({ id: a }, { id: b });
  const clientOf = async (id: string) => world.client(await world.token(id));
  return { a, b, room, clientOf };
}

describe("what the database announces", () => {
  it("reaches every member, whoever wrote it, with its id beside it", async () => {
    const { a, b, room, clientOf } = await twoMembers();
    const atA = await joined(await clientOf(a), room.topic);
    const atB = await joined(await clientOf(b), room.topic);

    await world.say(room, a, "héllo 😀");

    await expect.poll(() => bodies(atB)).toEqual(["héllo 😀"]);
    await expect.poll(() => bodies(atA)).toEqual(["héllo 😀"]);
    expect(atB.heard[0]).toMatchObject({
      event: "message",
      payload: { room_id: room.id, author: a },
      meta: { id: expect.any(String) },
    });
  });

  it("reaches nobody when it was rolled back", async () => {
    const { a, room, clientOf } = await twoMembers();
    const listener = await joined(await clientOf(a), room.topic);

    const undone = world.database.pool.begin(async (sql) => {
      await sql`insert into room_messages (room_id, author, body) values (${room.id}, ${a}, 'no')`;
      throw new Error("changed my mind");
    });
    await expect(undone).rejects.toThrow("changed my mind");
    await world.say(room, a, "yes");

    await expect.poll(() => bodies(listener)).toEqual(["yes"]);
  });

  it("stays in its own room", async () => {
    const { a, room, clientOf } = await twoMembers();
    const other = await world.room({ id: a });
    const client = await clientOf(a);
    const here = await joined(client, room.topic);
    const there = await joined(client, other.topic);

    await world.say(other, a, "there");
    await world.say(room, a, "here");

    await expect.poll(() => bodies(here)).toEqual(["here"]);
    expect(bodies(there)).toEqual(["there"]);
  });

  it("may be longer than a notification of Postgres", async () => {
    const { a, room, clientOf } = await twoMembers();
    const listener = await joined(await clientOf(a), room.topic);
    await world.say(room, a, "x".repeat(100_000));
    await expect.poll(() => bodies(listener)).toEqual(["x".repeat(100_000)]);
  });

  it("comes in the order of the commits", async () => {
    const { a, room, clientOf } = await twoMembers();
    const listener = await joined(await clientOf(a), room.topic);
    const said = Array.from({ length: 200 }, (_, place) => String(place));
    for (const body of said) await world.say(room, a, body);
    await expect.poll(() => bodies(listener)).toEqual(said);
  });

  it("shows a changed row as broadcast_changes does", async () => {
    const { a, room, clientOf } = await twoMembers();
    const listener = await joined(await clientOf(a), room.topic);
    await world.database.pool`update rooms set name = 'renamed' where id = ${room.id}`;
    await expect
      .poll(() => listener.heard[0])
      .toMatchObject({
        event: "UPDATE",
        payload: {
          operation: "UPDATE",
          schema: "public",
          table: "rooms",
          record: { name: "renamed" },
          old_record: { name: "a room" },
        },
      });
  });
});

describe("what a client says", () => {
  it.each([
    ["text", { words: "ünï" }],
    ["bytes", new Uint8Array([1, 2, 3]).buffer],
  ])("is dropped, as %s too, and the client goes on", async (_, payload) => {
    const { a, b, room, clientOf } = await twoMembers();
    const atB = await joined(await clientOf(b), room.topic);
    const atA = await joined(await clientOf(a), room.topic, { broadcast: { self: true } });

    await atA.channel.send({ type: "broadcast", event: "evil", payload });
    // Frames of one socket are handled in order: the answer to this one comes after the broadcast.
    expect(await atA.channel.track({})).toBe("ok");
    await world.say(room, b, "after");

    for (const { heard } of [atA, atB])
      await expect.poll(() => heard.map(({ event }) => event)).toEqual(["watching", "message"]);
  });
});
