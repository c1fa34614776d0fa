import { Readable } from "node:stream";
import { Upload, type UploadOptions } from "tus-js-client";
import { expect, test } from "vitest";
import { UPLOADS_PATH } from "#contract/uploads.ts";
import { testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { cuttingProxy } from "#tests/support/cutting-proxy.ts";
import { readRecording } from "#tests/support/saving.ts";

const app = await testApp();
const ada = await app.person();
const PART = 1_000_000;
const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(50_000)).toHex().repeat(35));

/** The app at a port of its own, which another process over the same data can take over. */
function serve() {
  const start = (request: typeof app.request, port = 0) =>
    Bun.serve({
      hostname: "127.0.0.1",
      port,
      fetch: (asked) => request(new URL(asked.url).pathname, asked),
    });
  let server = start(app.request);
  const port = () => Number(server.port);
  atEndOfFile(() => server.stop(true));
  return {
    port,
    async restart() {
      await server.stop(true);
      server = start(app.anotherProcess());
    },
  };
}

/** Uploads until the client has finished, or says that it cannot; with all that it asked on the way. */
async function upload(endpoint: string, file: Buffer | Readable, options: UploadOptions) {
  const asked: string[] = [];
  let recording = "";
  await new Promise<void>((resolve, reject) => {
    new Upload(file, {
      endpoint: `${endpoint}${UPLOADS_PATH}`,
      headers: { Authorization: `Bearer ${ada.token}` },
      metadata: { filename: "clip é.webm", filetype: "video/webm", kind: "recording" },
      retryDelays: [0, 0, 0],
      onBeforeRequest: (request) => {
        asked.push(`${request.getMethod()} ${request.getHeader("Upload-Offset") ?? ""}`.trim());
      },
      onAfterResponse: (_, response) => {
        recording = response.getHeader("X-Recording-Id") ?? recording;
      },
      onSuccess: () => resolve(),
      onError: reject,
      ...options,
    }).start();
  });
  return { asked, recording };
}

async function requireWhole(recording: string) {
  const stream = await ada.call("GET", `/recordings/${recording}/stream`);
  expect(Buffer.compare(Buffer.from(await stream.arrayBuffer()), bytes)).toBe(0);
  expect(await readRecording(ada, recording)).toMatchObject({
    status: "processing",
    filename: "clip é",
    size: bytes.length,
  });
}

/** Chunks as a recorder makes them: nobody knows how many will come. */
const chunks = () => Readable.from(pieces(), { objectMode: false });

function* pieces() {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
}

const nothing = async () => {};
const deferred = { uploadLengthDeferred: true };

test.each([
  ["is cut off", () => bytes, {}, false],
  ["is cut off, of a length that is declared last", chunks, deferred, false],
  ["loses the server", () => bytes, {}, true],
  ["loses the server, of a length that is declared last", chunks, deferred, true],
])("an upload that %s resumes and finishes", async (_, file, options, isRestarted) => {
  const server = serve();
  const endpoint = await cuttingProxy(server.port, {
    afterBytes: 2.5 * PART,
    mend: isRestarted ? server.restart : nothing,
  });
  const { asked, recording } = await upload(endpoint, file(), { chunkSize: PART, ...options });
  const untilCut = ["POST", "PATCH 0", `PATCH ${PART}`, `PATCH ${2 * PART}`, "HEAD"];
  expect(asked.slice(0, 5)).toEqual(untilCut);
  expect(Number(asked[5]?.split(" ")[1])).toBeGreaterThanOrEqual(2 * PART);
  await requireWhole(recording);
});

test("an upload cut off in the part that declares its length declares it again", async () => {
  const afterBytes = 3.3 * PART;
  const endpoint = await cuttingProxy(serve().port, { afterBytes, mend: nothing });
  const options = { chunkSize: PART, ...deferred };
  const { asked, recording } = await upload(endpoint, bytes, options);
  expect(asked.slice(4, 6)).toEqual([`PATCH ${3 * PART}`, "HEAD"]);
  await requireWhole(recording);
});

test("a whole upload passes in one request with its creation", async () => {
  const endpoint = `http://127.0.0.1:${serve().port()}`;
  const { asked, recording } = await upload(endpoint, bytes, { uploadDataDuringCreation: true });
  expect(asked).toEqual(["POST"]);
  await requireWhole(recording);
});

test("an upload that is given up is gone", async () => {
  const endpoint = `http://127.0.0.1:${serve().port()}`;
  const url = Promise.withResolvers<string>();
  const begun = new Upload(bytes, {
    endpoint: `${endpoint}${UPLOADS_PATH}`,
    headers: { Authorization: `Bearer ${ada.token}` },
    metadata: { filename: "clip.webm", kind: "recording" },
    chunkSize: PART,
    onChunkComplete: () => url.resolve(begun.url ?? ""),
  });
  begun.start();
  const address = await url.promise;
  await begun.abort(true);
  const headers = { Authorization: `Bearer ${ada.token}`, "Tus-Resumable": "1.0.0" };
  expect((await fetch(address, { method: "HEAD", headers })).status).toBe(404);
});
