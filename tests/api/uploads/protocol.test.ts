import { describe, expect, it, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { readRecording } from "#tests/support/saving.ts";
import { brokenAfter, created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const app = await testApp();
const ada = await app.person();
const tus = tusClient(app, ada.token);
const webm = await videoBytes("recorded.webm");
const PART_TYPE = "application/offset+octet-stream";
const url = created(await tus.create()).url;

const ask = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body: Blob | ReadableStream | null = null,
) =>
  app.request(path, {
    method,
    headers: { Authorization: `Bearer ${ada.token}`, ...headers },
    body,
  });

describe("the protocol", () => {
  it("is described to whoever asks, without a version", async () => {
    const { status, headers } = await ask("OPTIONS", "/api/uploads");
    expect([status, headers.get("Tus-Version"), headers.get("Tus-Resumable")]).toEqual([
      204,
      "1.0.0",
      "1.0.0",
    ]);
    expect(headers.get("Tus-Extension")?.split(",")).toEqual([
      "creation",
      "creation-with-upload",
      "creation-defer-length",
      "termination",
    ]);
  });

  it.each([
    ["POST", "/api/uploads"],
    ["HEAD", url],
    ["GET", url],
    ["PATCH", url],
    ["DELETE", url],
  ])("of another version is refused: %s %s", async (method, path) => {
    const old = await ask(method, path, { "Tus-Resumable": "0.2.2" });
    expect([old.status, old.headers.get("Tus-Version"), old.headers.get("Tus-Resumable")]).toEqual([
      412,
      "1.0.0",
      "1.0.0",
    ]);
  });

  it.each([
    ["PUT", "/api/uploads", "OPTIONS, POST"],
    ["GET", "/api/uploads", "OPTIONS, POST"],
    ["PATCH", "/api/uploads", "OPTIONS, POST"],
    ["PUT", url, "DELETE, GET, HEAD, PATCH"],
    ["POST", url, "DELETE, GET, HEAD, PATCH"],
  ])("has no %s %s, and says what there is", async (method, path, allow) => {
    const response = await ask(method, path);
    expect([response.status, response.headers.get("Allow")]).toEqual([405, allow]);
    expect((await response.json()).error).toBe(`This address takes ${allow}.`);
  });

  it("says how an upload stands, to HEAD and to GET, and nobody keeps the answer", async () => {
    for (const method of ["HEAD", "GET"]) {
      const { status, headers } = await ask(method, url, { "Tus-Resumable": "1.0.0" });
      expect([status, headers.get("Upload-Offset"), headers.get("Upload-Defer-Length")]).toEqual([
        200,
        "0",
        "1",
      ]);
      expect(headers.get("Upload-Metadata")).toBe(
        "kind cmVjb3JkaW5n,filename Y2xpcC53ZWJt,filetype dmlkZW8vd2VibQ==",
      );
      expect(headers.get("Cache-Control")).toBe("no-store");
    }
  });
});

describe("a part", () => {
  it("of another type is refused and changes nothing", async () => {
    const headers = {
      "Tus-Resumable": "1.0.0",
      "Content-Type": "application/octet-stream",
      "Upload-Offset": "0",
      "Content-Length": "9",
    };
    const refused = await ask("PATCH", url, headers, new Blob(["some text"]));
    expect([refused.status, (await refused.json()).error]).toEqual([
      415,
      `A part's Content-Type is ${PART_TYPE}.`,
    ]);
    expect(await tus.offset(url)).toBe(0);
  });

  it("that is longer than what is left is refused by how much that is", async () => {
    const short = created(await tus.create({ length: 10 }));
    await tus.patch(short.url, { offset: 0, bytes: Buffer.from("sixty") });
    const refused = await tus.patch(short.url, { offset: 5, bytes: Buffer.from("sixty-four") });
    expect([refused.status, (await refused.json()).error]).toEqual([
      413,
      "10 bytes do not fit: 5 are left of this upload.",
    ]);
  });

  it("at a place that is not the next is refused by which one is", async () => {
    const refused = await tus.patch(url, { offset: 7, bytes: Buffer.from("text") });
    expect([refused.status, (await refused.json()).error]).toEqual([
      409,
      "The upload stands at byte 0, not 7.",
    ]);
  });
});

test("a request without a body declares the length of what has arrived, and ends the upload", async () => {
  const { url: late, recording } = created(await tus.create());
  await tus.patch(late, { offset: 0, bytes: webm });
  const headers = {
    "Tus-Resumable": "1.0.0",
    "Content-Type": PART_TYPE,
    "Upload-Offset": String(webm.length),
    "Upload-Length": String(webm.length),
  };
  expect((await ask("PATCH", late, headers)).status).toBe(204);
  expect(await readRecording(ada, recording)).toMatchObject({ status: "processing" });
});

test("a part that declares a length of nothing is refused, and ends no upload", async () => {
  const { url: empty, recording } = created(await tus.create());
  const nothing = await tus.patch(empty, { offset: 0, bytes: new Uint8Array(), length: 0 });
  expect([nothing.status, (await nothing.json()).error]).toEqual([422, "The file is empty"]);
  expect(await readRecording(ada, recording)).toMatchObject({ status: "recording" });
});

describe("a creation that brings bytes", () => {
  const bring = (body: Blob | ReadableStream, size: number, length: number, kind = "import") =>
    ask(
      "POST",
      "/api/uploads",
      {
        "Tus-Resumable": "1.0.0",
        "Content-Type": PART_TYPE,
        "Content-Length": String(size),
        "Upload-Length": String(length),
        "Upload-Metadata": `filename YS53ZWJt,kind ${btoa(kind)}`,
      },
      body,
    );

  it("says where the next ones belong", async () => {
    const response = await bring(new Blob([webm.slice(0, 5000)]), 5000, webm.length);
    expect([response.status, response.headers.get("Upload-Offset")]).toEqual([201, "5000"]);
    expect(await tus.offset(created(response).url)).toBe(5000);
  });

  it.each([
    ["of no video", new Blob(["text ".repeat(1000)]), 5000, 5000, "import", 415],
    ["more than it says", new Blob(["ten bytes "]), 10, 9, "recording", 413],
    // The client was not told where to go on with this upload.
    ["and breaks off", brokenAfter(webm.slice(0, 9)), 10, 10, "recording", 499],
  ])("%s is refused and leaves nothing", async (_, body, size, length, kind, status) => {
    const before = await recordings();
    expect((await bring(body, size, length, kind)).status).toBe(status);
    expect(await recordings()).toEqual(before);
  });
});

const recordings = async () => (await (await ada.call("GET", "/recordings")).json()).total;
