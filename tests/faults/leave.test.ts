import { connect, type Socket } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { register } from "./people.ts";

const dataDir = usedDataDir();
const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "debug" });
const { origin } = server;
const request = (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init);
const token = await register(origin);
const tus = tusClient({ request }, token);
const SIZE = 40_000_000; // more than all buffers on the way hold
afterAll(async () => {
  await server.kill("SIGKILL");
  removeDataDir(dataDir);
});

/** A call as it goes over the wire, by somebody who may then do as they please. */
function call(head: string, length: number): Socket {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  const headers = `Host: kinora\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${length}`;
  socket.write(`${head}\r\n${headers}\r\n\r\n`);
  socket.on("error", () => {});
  return socket;
}

describe("a client that leaves", () => {
  it("in the middle of what it sends is no error, and what had come is kept", async () => {
    const { url, recording } = created(await tus.create({ length: SIZE }));
    const tusHeaders = "Tus-Resumable: 1.0.0\r\nContent-Type: application/offset+octet-stream";
    const part = call(
      `PATCH ${new URL(url, origin).pathname} HTTP/1.1\r\n${tusHeaders}\r\nUpload-Offset: 0`,
      SIZE,
    );
    await new Promise((sent) => part.write(Buffer.alloc(3_000_000), sent));
    part.destroy();
    const picture = call(
      `POST /api/recordings/${recording}/thumbnail HTTP/1.1\r\nContent-Type: image/jpeg`,
      100_000,
    );
    await new Promise((sent) => picture.write(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), sent));
    picture.destroy();

    await expect.poll(() => server.log().match(/the client has left/g)).toHaveLength(2);
    await expect.poll(() => tus.offset(url)).toBeGreaterThan(0);
    expect(server.log()).not.toContain('"level":50');
  });
});

describe("a server that is told to stop", () => {
  it("does so in order although a player reads no further and a sender sends no more", async () => {
    const { url, recording } = created(await tus.create({ length: SIZE }));
    await tus.patch(url, { offset: 0, bytes: new Uint8Array(SIZE) });
    const player = call(`GET /api/recordings/${recording}/stream HTTP/1.1`, 0);
    await new Promise((come) => player.once("data", come));
    player.pause();
    const sender = call("PUT /api/user/preferences HTTP/1.1\r\nContent-Type: application/json", 9);
    await new Promise((sent) => sender.write("{", sent));

    await server.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  });
});
