import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { largeForm } from "#tests/support/large-video.ts";
import { linkTo, through } from "#tests/support/links.ts";

const MB = 1024 * 1024;
const SIZE = 15 * MB; // one part

const { person, visitor, serve } = await testApp();
const server = serve();
const ada = await person();
const { body, headers } = await largeForm(SIZE, "xvid.avi");
const answer = await ada.call("POST", "/recordings", body, headers);
const { id } = await answer.json();
const { token } = await (await ada.call("POST", `/recordings/${id}/media-token`)).json();
const link = await linkTo(ada, id, { allow_download: true });
const opened = await (await visitor.call("GET", `/shared/${link.share_token}`)).json();

/** The people who ask for the bytes, and their tokens. */
const hands = { "the owner": token, "a link's viewer": opened.media.token };

/** The header of an answer as it travels, where nothing has read it before us; the rest waits. */
async function headOf(path: string, range?: string) {
  const socket = connect({ port: server.port ?? 0, host: "127.0.0.1" });
  const wish = range ? `Range: bytes=${range}\r\n` : "";
  socket.write(
    `GET /api/recordings/${id}/${path} HTTP/1.1\r\nHost: kinora\r\nConnection: close\r\n${wish}\r\n`,
  );
  await once(socket, "readable");
  const first: Buffer = socket.read();
  const end = first.indexOf("\r\n\r\n");
  socket.unshift(first.subarray(end + 4));
  return { socket, head: first.toString("latin1", 0, end).toLowerCase() };
}

async function bytesUntilClosed({ socket }: { socket: Socket }): Promise<number> {
  let bytes = 0;
  socket.on("data", (chunk) => {
    bytes += chunk.length;
  });
  socket.on("error", () => {}); // it was cut
  await once(socket, "close");
  return bytes;
}

describe.each(Object.entries(hands))("for %s", (_, held) => {
  it.each([
    ["a little of it", `stream?token=${held}`, "100-299", 200],
    ["four MiB of one part", `stream?token=${held}`, `${MB}-${5 * MB - 1}`, 4 * MB],
    ["more than is sent at once", `stream?token=${held}`, `${MB}-${9 * MB - 1}`, 8 * MB],
    ["a whole video", `stream?token=${held}`, undefined, SIZE],
    ["a download", `download?token=${held}`, undefined, SIZE],
  ])("%s says how long it is", async (_, path, range, length) => {
    const { socket, head } = await headOf(path, range);
    expect(head).toContain(`content-length: ${length}`);
    expect(head).not.toContain("transfer-encoding");
    socket.destroy();
  });
});

describe("a file that is under way", () => {
  type Sent = Awaited<ReturnType<typeof headOf>>;
  let readInTime: number;
  let sent: Record<"byLink" | "fromFolder" | "toKeep" | "toWatch", Sent>;

  // All are cut by one look: Bun takes a quarter of a minute to give up a reader who reads nothing.
  beforeAll(async () => {
    const opening = async (path: string) => (await visitor.call("GET", `/shared/${path}`)).json();
    const ending = await linkTo(ada, id);
    const narrowed = await linkTo(ada, id, { allow_download: true });
    const byLink = await opening(ending.share_token);
    const byNarrowed = await opening(narrowed.share_token);
    const { id: folder } = await (await ada.call("POST", "/folders", { name: "Talks" })).json();
    const move = (folder_id: string | null) =>
      ada.call("POST", "/recordings/batch", { ids: [id], act: "move", folder_id });
    await move(folder);
    const shared = await (await ada.call("POST", `/folders/${folder}/shares`, {})).json();
    const tokens = `/recordings/${id}/media-token`;
    const byFolder = await (await visitor.call("POST", tokens, undefined, through(shared))).json();

    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    sent = {
      byLink: await headOf(`stream?token=${byLink.media.token}`),
      fromFolder: await headOf(`stream?token=${byFolder.token}`),
      toKeep: await headOf(`download?token=${byNarrowed.media.token}`),
      toWatch: await headOf(`stream?token=${byNarrowed.media.token}`),
    };
    await vi.advanceTimersByTimeAsync(20_000);
    const another = await headOf(`stream?token=${byLink.media.token}`);
    readInTime = await bytesUntilClosed(another);
    await ada.call("DELETE", `/recordings/${id}/shares/${ending.id}`);
    await move(null);
    const path = `/recordings/${id}/shares/${narrowed.id}`;
    expect((await ada.call("PATCH", path, { allow_download: false })).status).toBe(200);
    await vi.advanceTimersByTimeAsync(20_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(server.pendingRequests).toBe(1), { timeout: 30_000 });
  });

  afterAll(() => void vi.useRealTimers());

  it("is cut when its link ends, however slowly it is read", async () => {
    expect(readInTime, "another, before the link ended").toBe(SIZE);
    expect(await bytesUntilClosed(sent.byLink)).toBeLessThan(SIZE);
  });

  it("is cut when its recording leaves the folder whose link opened it", async () => {
    expect(await bytesUntilClosed(sent.fromFolder)).toBeLessThan(SIZE);
  });

  it("to be kept is cut when its link lets nobody download any more, and who watches watches on", async () => {
    expect(await bytesUntilClosed(sent.toKeep)).toBeLessThan(SIZE);
    expect(await bytesUntilClosed(sent.toWatch)).toBe(SIZE);
  });
});
