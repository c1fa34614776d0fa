import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MultipartError, type MultipartLimits, readMultipart } from "#api/http/multipart.ts";

const boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW";
const contentType = `multipart/form-data; boundary=${boundary}`;
const delimiter = Buffer.from(`\r\n--${boundary}`);

interface Sent {
  name: string;
  filename?: string;
  bytes: Uint8Array;
}

function encode(parts: Sent[]): Buffer {
  const pieces = parts.flatMap(({ name, filename, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
        `${filename === undefined ? "" : `; filename="${filename}"\r\nContent-Type: video/webm`}\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** The body in pieces of the given lengths, counted so that a test can see what was asked for. */
function streamOf(body: Buffer, lengths: number[] = [64]) {
  let offset = 0;
  let turn = 0;
  const seen = { pulled: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (offset >= body.length) return controller.close();
        const length = lengths[turn++ % lengths.length] ?? 64;
        controller.enqueue(new Uint8Array(body.subarray(offset, offset + length)));
        offset += length;
        seen.pulled = Math.min(offset, body.length);
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
}

async function readAll(
  body: Buffer,
  limits: MultipartLimits = { maxFileBytes: 1e6 },
  type = contentType,
) {
  const { stream } = streamOf(body);
  const parts: Sent[] = [];
  for await (const { name, filename, body } of readMultipart(stream, type, limits))
    parts.push({ name, ...(filename !== undefined && { filename }), bytes: await collect(body) });
  return parts;
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

const text = (value: string) => Buffer.from(value);
const partOf = (header: string) => text(`--${boundary}\r\n${header}\r\n\r\nv\r\n--${boundary}--`);
const named = "Content-Disposition: form-data; name=video";
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => "accepted",
    (error: unknown) => (error instanceof MultipartError ? error.code : error),
  );

describe("works", () => {
  it("for fields and files, with the browser's escapes in names", async () => {
    const parts = [
      { name: "title", bytes: text("My clip") },
      { name: "video", filename: "a%22b%0D%0A.webm", bytes: text("\r\n--almost\r\n") },
      { name: "empty", filename: "none.webm", bytes: text("") },
    ];
    const read = await readAll(encode(parts));
    expect(read.map(({ name, filename }) => [name, filename])).toEqual([
      ["title", undefined],
      ["video", 'a"b\r\n.webm'],
      ["empty", "none.webm"],
    ]);
    expect(read.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([
      "My clip",
      "\r\n--almost\r\n",
      "",
    ]);
  });

  it("for a boundary as long as one may be", async () => {
    const longest = "x".repeat(70);
    const body = partOf(named).toString().replaceAll(boundary, longest);
    const type = `multipart/form-data; boundary=${longest}`;
    const [part] = await readAll(text(body), { maxFileBytes: 1 }, type);
    expect(part).toMatchObject({ name: "video", bytes: text("v") });
  });

  it("for bytes in pieces of any length that nearly hold the delimiter", async () => {
    const nearDelimiter = fc
      .nat(delimiter.length - 1)
      .map((length) => delimiter.subarray(0, length));
    const bytes = fc
      .array(fc.oneof(fc.uint8Array({ maxLength: 80 }), nearDelimiter), { maxLength: 12 })
      .map((pieces) => Buffer.concat(pieces))
      .filter((whole) => !whole.includes(delimiter));
    const parts = fc.array(
      fc.record({
        name: fc.constantFrom("title", "video"),
        filename: fc.constant("clip.webm"),
        bytes,
        isRead: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    );
    const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(parts, lengths, async (sent, pieceLengths) => {
        const { stream } = streamOf(encode(sent), pieceLengths);
        let index = 0;
        for await (const part of readMultipart(stream, contentType, { maxFileBytes: 1e6 })) {
          const expected = sent[index++];
          expect(part.name).toBe(expected?.name);
          if (expected?.isRead)
            expect(await collect(part.body)).toEqual(Buffer.from(expected.bytes));
        }
        expect(index).toBe(sent.length);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ["name=video; filename=x.webm", "video", "x.webm"],
    ['filename="x.webm"; name="video"', "video", "x.webm"],
    ["name=video; filename*=UTF-8''na%C3%AFve.webm", "video", "naïve.webm"],
    [
      'name="video"; filename="naive.webm"; filename*=utf-8\'en\'na%C3%AFve.webm',
      "video",
      "naïve.webm",
    ],
    ['name="video"; filename="plain.webm"; filename*=utf-8\'\'%FF', "video", "plain.webm"],
    ['NAME="video";filename="a;b=c.webm"', "video", "a;b=c.webm"],
    ['name="title"', "title", undefined],
  ])("for a part with %s", async (disposition, name, filename) => {
    const [part] = await readAll(partOf(`Content-Disposition: form-data; ${disposition}`));
    expect(part).toEqual({ name, ...(filename && { filename }), bytes: text("v") });
  });

  it("for a header of any spelling, whatever else stands in it", async () => {
    const header =
      "X-Other: y\r\ncontent-disposition:form-data ;name=a\r\nCONTENT-TYPE:  video/webm ";
    const parts = readMultipart(streamOf(partOf(header)).stream, contentType, { maxFileBytes: 9 });
    const { value } = await parts.next();
    expect(value).toMatchObject({ name: "a", type: "video/webm" });
    await parts.return(undefined);
  });

  it("when a part is left in the middle", async () => {
    const body = encode([
      { name: "video", filename: "a.webm", bytes: new Uint8Array(5000) },
      { name: "after", bytes: text("still here") },
    ]);
    const names: string[] = [];
    for await (const part of readMultipart(streamOf(body).stream, contentType, {
      maxFileBytes: 1e6,
    })) {
      names.push(part.name);
      for await (const _ of part.body) break;
    }
    expect(names).toEqual(["video", "after"]);
  });

  it("and reads from the socket only what was asked for", async () => {
    const body = encode([{ name: "video", filename: "a.webm", bytes: new Uint8Array(100_000) }]);
    const { stream, seen } = streamOf(body, [1000]);
    const parts = readMultipart(stream, contentType, { maxFileBytes: 1e6 });
    const first = await parts.next();
    expect(seen.pulled).toBeLessThanOrEqual(2000);
    await first.value?.body[Symbol.asyncIterator]().next();
    expect(seen.pulled).toBeLessThanOrEqual(3000);
    await parts.return(undefined);
    expect(seen.cancelled).toBe(true);
  });
});

describe("refuses", () => {
  const clip = { name: "video", filename: "a.webm", bytes: new Uint8Array(2000) };

  it.each([
    ["a body without a boundary in its type", encode([clip]), "multipart/form-data", "boundary"],
    ["a form of another kind", text("a=b"), "application/x-www-form-urlencoded", "boundary"],
    ["a body with another boundary", text("x".repeat(20_000)), contentType, "boundary"],
    ["an empty body", text(""), contentType, "truncated"],
    [
      "a part without a name",
      text(`--${boundary}\r\nX: y\r\n\r\nv\r\n--${boundary}--`),
      contentType,
      "header",
    ],
    [
      "a header without end",
      text(`--${boundary}\r\nX: ${"y".repeat(20_000)}`),
      contentType,
      "header",
    ],
    [
      "a file name that cannot be decoded",
      partOf(`${named}; filename*=utf-8''%FF`),
      contentType,
      "header",
    ],
    ["something that is no parameter", partOf(`${named}; filename=x y`), contentType, "header"],
    [
      "a disposition of another kind",
      partOf(named.replace("form-data", "file")),
      contentType,
      "header",
    ],
    [
      "a boundary that is too long",
      text(""),
      `multipart/form-data; boundary=${"x".repeat(71)}`,
      "boundary",
    ],
  ])("%s", async (_, body, type, code) => {
    expect(await refusal(readAll(body, { maxFileBytes: 1e6 }, type))).toBe(code);
  });

  it("a body cut off anywhere", async () => {
    const body = encode([{ name: "title", bytes: text("t") }, clip]);
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length - 5), async (length) => {
        expect(await refusal(readAll(body.subarray(0, length)))).toBe("truncated");
      }),
      { numRuns: 200 },
    );
  });

  it("a file over the limit, long before its end", async () => {
    const body = encode([{ ...clip, bytes: new Uint8Array(1_000_000) }]);
    const { stream, seen } = streamOf(body, [1000]);
    const read = async () => {
      for await (const part of readMultipart(stream, contentType, { maxFileBytes: 5000 }))
        await collect(part.body);
    };
    expect(await refusal(read())).toBe("too_large");
    expect(seen.pulled).toBeLessThan(10_000);
  });

  it("a file of exactly the limit passes, one byte more does not", async () => {
    expect(await refusal(readAll(encode([clip]), { maxFileBytes: 2000 }))).toBe("accepted");
    expect(await refusal(readAll(encode([clip]), { maxFileBytes: 1999 }))).toBe("too_large");
  });

  it("a field over its limit and too many parts", async () => {
    const field = { name: "title", bytes: new Uint8Array(100) };
    expect(await refusal(readAll(encode([field]), { maxFileBytes: 1, maxFieldBytes: 99 }))).toBe(
      "too_large",
    );
    expect(
      await refusal(readAll(encode([field, field, field]), { maxFileBytes: 1, maxParts: 2 })),
    ).toBe("too_many");
  });

  it("whatever bytes come, with its own error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (noise) => {
        const result = await refusal(
          readAll(Buffer.concat([text(`--${boundary}`), Buffer.from(noise)])),
        );
        expect(["accepted", "boundary", "header", "truncated", "too_large", "too_many"]).toContain(
          result,
        );
      }),
      { numRuns: 300 },
    );
  });
});
