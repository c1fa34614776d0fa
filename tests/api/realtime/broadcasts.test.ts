import { describe, expect, it } from "vitest";
import { bodies, joined, realtimeWorld } from "#tests/support/realtime.ts";

const world = await realtimeWorld();

async function twoMembers() {
  const [a, b, reader] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const room = await world.room({ id: a }, { id: b }, { id: reader, canWrite: false });
  const clientOf = async (id: string) => world.client(await world.token(id));
  return { a, b, reader, room, clientOf };
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
  it("reaches the others, is acknowledged, and does not come back", async () => {
    const { a, b, room, clientOf } = await twoMembers();
    const atA = await joined(await clientOf(a), room.topic, { broadcast: { ack: true } });
    const atB = await joined(await clientOf(b), room.topic);

    const send = { type: "broadcast", event: "wave", payload: { hi: "ünï" } } as const;
    expect(await atA.channel.send(send)).toBe("ok");
    await expect.poll(() => atB.heard).toMatchObject([{ event: "wave", payload: { hi: "ünï" } }]);

    await world.say(room, b, "seen");
    await expect.poll(() => atA.heard).toMatchObject([{ event: "message" }]);
  });

  it("comes back to who asked for that", async () => {
    const { a, room, clientOf } = await twoMembers();
    const listener = await joined(await clientOf(a), room.topic, { broadcast: { self: true } });
    await listener.channel.send({ type: "broadcast", event: "echo", payload: {} });
    await expect.poll(() => listener.heard).toMatchObject([{ event: "echo" }]);
  });

  it("may be bytes", async () => {
    const { a, b, room, clientOf } = await twoMembers();
    const atA = await joined(await clientOf(a), room.topic);
    const atB = await joined(await clientOf(b), room.topic);
    const payload = new Uint8Array([1, 2, 3]).buffer;
    await atA.channel.send({ type: "broadcast", event: "bytes", payload });
    await expect.poll(() => atB.heard[0]?.payload).toEqual(payload);
  });

  it("is dropped when a policy lets the client only listen", async () => {
    const { b, reader, room, clientOf } = await twoMembers();
    const atB = await joined(await clientOf(b), room.topic);
    const atReader = await joined(await clientOf(reader), room.topic);

    await atReader.channel.send({ type: "broadcast", event: "evil", payload: {} });
    // Frames of one socket are handled in order: the answer to this one comes after the broadcast.
    expect(await atReader.channel.track({})).toBe("error");
    await world.say(room, b, "after");

    await expect.poll(() => atB.heard).toMatchObject([{ event: "message" }]);
    await expect.poll(() => bodies(atReader)).toEqual(["after"]);
  });

  it("is refused beyond the size that is passed on", async () => {
    const { a, room, clientOf } = await twoMembers();
    const { channel } = await joined(await clientOf(a), room.topic, { broadcast: { ack: true } });
    const payload = { text: "x".repeat(300_000) };
    expect(await channel.send({ type: "broadcast", event: "big", payload })).toBe("error");
  });
});
