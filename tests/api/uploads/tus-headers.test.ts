import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  checkVersion,
  description,
  formatMetadata,
  parseMetadata,
  readCreation,
  readPart,
} from "#api/features/uploads/tus-headers.ts";
import { HttpError } from "#api/http/errors.ts";

const clip = "filename YS53ZWJt,filetype dmlkZW8vd2VibQ==,kind cmVjb3JkaW5n";
const PART = "application/offset+octet-stream";

/** A request with these headers, and with bytes where it says how many. */
const asked = (headers: Record<string, string>, hasBody = "Content-Length" in headers) =>
  new Request("http://x/", { method: "PATCH", headers, body: hasBody ? "bytes" : null });

function refused(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (error instanceof HttpError) return [error.status, error.message];
    throw error;
  }
  return "accepted";
}

describe("the version", () => {
  it.each([["1.0.0", "accepted"]])("%s is understood", (version, answer) => {
    expect(refused(() => checkVersion(new Headers({ "Tus-Resumable": version })))).toEqual(answer);
  });

  it.each([[{}], [{ "Tus-Resumable": "0.2.2" }], [{ "Tus-Resumable": "1.0.0, 1.0.0" }]])(
    "%j is refused",
    (headers) => {
      expect(refused(() => checkVersion(new Headers(headers)))).toEqual([
        412,
        "Tus-Resumable must be 1.0.0.",
      ]);
    },
  );
});

describe("a creation", () => {
  it.each([
    ["of a known length", { "Upload-Length": "25" }, { length: 25, partSize: null }],
    ["of a length to come", { "Upload-Defer-Length": "1" }, { length: null, partSize: null }],
    [
      "that brings bytes",
      { "Upload-Length": "25", "Content-Type": PART, "Content-Length": "5" },
      { length: 25, partSize: 5 },
    ],
    [
      "whose body is not meant for the upload",
      { "Upload-Length": "25", "Content-Type": "text/plain", "Content-Length": "5" },
      { length: 25, partSize: null },
    ],
    [
      "that could bring bytes and has none",
      { "Upload-Length": "25", "Content-Type": PART },
      { length: 25, partSize: 0 },
    ],
  ])("%s", (_, headers, expected) => {
    const creation = readCreation(asked({ "Upload-Metadata": clip, ...headers }));
    expect(creation).toEqual({
      described: { filename: "a.webm", filetype: "video/webm", kind: "recording" },
      metadata: { filename: "a.webm", filetype: "video/webm", kind: "recording" },
      ...expected,
    });
  });

  const either = "Either Upload-Length or Upload-Defer-Length is required.";
  const number = "Upload-Length must be a whole number.";
  const named = "Upload-Metadata must name filename, filetype and kind";
  it.each([
    [{}, 400, either],
    [{ "Upload-Length": "1", "Upload-Defer-Length": "1" }, 400, either],
    [{ "Upload-Defer-Length": "0" }, 400, "Upload-Defer-Length must be 1."],
    [{ "Upload-Length": "-1" }, 400, number],
    [{ "Upload-Length": "1e3" }, 400, number],
    [{ "Upload-Length": "1.5" }, 400, number],
    [{ "Upload-Length": "" }, 400, number],
    [{ "Upload-Length": "9007199254740993" }, 400, number],
    [{ "Upload-Length": "0" }, 422, "The file is empty"],
    [{ "Upload-Length": "1", "Upload-Metadata": "" }, 422, named],
    [{ "Upload-Length": "1", "Upload-Metadata": "kind cmVjb3JkaW5n" }, 422, named],
    [{ "Upload-Length": "1", "Upload-Metadata": "filename,kind cmVjb3JkaW5n" }, 422, named],
  ])("of %j is refused", (headers, status, message) => {
    const request = asked({ "Upload-Metadata": clip, ...headers });
    expect(refused(() => readCreation(request))).toEqual([status, message]);
  });

  it("that brings bytes without saying how many is refused", () => {
    const headers = { "Upload-Metadata": clip, "Upload-Length": "25", "Content-Type": PART };
    expect(refused(() => readCreation(asked(headers, true)))).toEqual([
      400,
      "Content-Length is required",
    ]);
  });
});

describe("a part", () => {
  const part = { "Content-Type": PART, "Upload-Offset": "7", "Content-Length": "5" };

  it.each([
    [part, { offset: 7, size: 5, length: null }],
    [
      { ...part, "Upload-Length": "12" },
      { offset: 7, size: 5, length: 12 },
    ],
    [
      { ...part, "Content-Type": "Application/Offset+Octet-Stream; charset=x" },
      { offset: 7, size: 5, length: null },
    ],
    [
      { "Content-Type": PART, "Upload-Offset": "0", "Upload-Length": "7" },
      { offset: 0, size: 0, length: 7 },
    ],
  ])("%j", (headers, expected) => {
    expect(readPart(asked(headers))).toEqual(expected);
  });

  const type = `A part's Content-Type is ${PART}.`;
  it.each([
    [{ ...part, "Content-Type": "application/octet-stream" }, 415, type],
    [{ "Upload-Offset": "7" }, 415, type],
    [{ "Content-Type": PART, "Content-Length": "5" }, 400, "Upload-Offset is required"],
    [{ ...part, "Upload-Offset": "-7" }, 400, "Upload-Offset must be a whole number."],
    [{ ...part, "Upload-Length": "x" }, 400, "Upload-Length must be a whole number."],
  ])("of %j is refused", (headers, status, message) => {
    expect(refused(() => readPart(asked(headers)))).toEqual([status, message]);
  });
});

describe("metadata", () => {
  it.each([
    ["", {}],
    ["a", { a: null }],
    ["a ", { a: null }],
    ["a eA==", { a: "x" }],
    ["a eA==,b,c w6k=", { a: "x", b: null, c: "é" }],
    ["a eA==, b eQ==", { a: "x", b: "y" }],
    ["__proto__ eA==", JSON.parse('{"__proto__":"x"}')],
  ])("%j is read", (header, expected) => {
    expect(parseMetadata(header)).toStrictEqual(expected);
  });

  const pairs = "Upload-Metadata must be pairs of a key and a value in base64.";
  it.each([
    ["a eA", pairs],
    ["a e*==", pairs],
    ["a eA== b", pairs],
    ["a,,b", pairs],
    [" ,a", pairs],
    ["é eA==", pairs],
    ["a eA==,a eQ==", "Upload-Metadata names a key twice."],
  ])("%j is refused", (header, message) => {
    expect(refused(() => parseMetadata(header))).toEqual([400, message]);
  });

  it("comes back as it was sent, whatever it is", () => {
    const key = fc.stringMatching(/^[!-+\--~]+$/);
    // A value of nothing is sent as a key alone.
    const value = fc.oneof(fc.string({ minLength: 1, unit: "binary" }), fc.constant(null));
    fc.assert(
      fc.property(fc.dictionary(key, value), (metadata) => {
        expect(parseMetadata(formatMetadata(metadata))).toEqual({ ...metadata });
      }),
    );
  });
});

test.each([
  [null, {}, { "Upload-Defer-Length": "1" }],
  [0, {}, { "Upload-Length": "0" }],
  [9, { a: "x", b: null }, { "Upload-Length": "9", "Upload-Metadata": "a eA==,b" }],
])("an upload of %j with %j is described", (length, metadata, expected) => {
  const upload = { recording_id: "r", received: 0, length, metadata };
  expect(description(upload)).toEqual({
    "Upload-Offset": "0",
    "X-Recording-Id": "r",
    ...expected,
  });
});
