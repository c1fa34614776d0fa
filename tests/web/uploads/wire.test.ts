import { afterEach, describe, expect, it, test, vi } from "vitest";
import { connectTus, encodeMetadata, UploadError } from "#web/lib/uploads/tus.ts";
import { startUpload } from "#web/lib/uploads/uploader.ts";

/** A server that speaks the protocol, and stumbles where it is told to. */
class UploadServer {
  bytes = new Uint8Array();
  length: number | null = null;
  created = 0;
  /** The acts of the server at the next requests, instead of an answer. */
  stumbles: ("drop" | "busy" | "lose-reply")[] = [];
  private server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (r) => this.answer(r) });

  get endpoint() {
    return new URL("/api/uploads", this.server.url).href;
  }

  stop = () => this.server.stop(true);

  private async answer(request: Request): Promise<Response> {
    const stumble = this.stumbles.shift();
    if (stumble === "drop") return Response.error();
    if (stumble === "busy") return new Response("busy", { status: 503 });
    const reply = await this.take(request);
    return stumble === "lose-reply" ? new Response("lost", { status: 502 }) : reply;
  }

  private async take(request: Request): Promise<Response> {
    const length = request.headers.get("upload-length");
    if (request.method === "POST") {
      this.created += 1;
      this.length = length === null ? null : Number(length);
      const location = new URL("/api/uploads/1", this.server.url).href;
      return new Response(null, { status: 201, headers: { location, "x-recording-id": "r1" } });
    }
    if (request.method === "HEAD") return this.state(200);
    if (length !== null && this.length !== null) return new Response("length", { status: 400 });
    if (Number(request.headers.get("upload-offset")) !== this.bytes.length)
      return new Response("offset", { status: 409 });
    if (length !== null) this.length = Number(length);
    const part = new Uint8Array(await request.arrayBuffer());
    const joined = new Uint8Array(this.bytes.length + part.length);
    joined.set(this.bytes);
    joined.set(part, this.bytes.length);
    this.bytes = joined;
    return this.state(204);
  }

  private state(status: number): Response {
    const length: Record<string, string> =
      this.length === null ? {} : { "upload-length": String(this.length) };
    const offset = String(this.bytes.length);
    return new Response(null, { status, headers: { "upload-offset": offset, ...length } });
  }
}

const servers: UploadServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.stop();
});

function newServer(stumbles: UploadServer["stumbles"] = []) {
  const server = new UploadServer();
  server.stumbles = stumbles;
  servers.push(server);
  return server;
}

const content = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 31) % 251);
const source = { read: async (from: number, to: number) => content.slice(from, to).buffer };

const networkComesBack = () => void dispatchEvent(new Event("online"));

const begin = (server: UploadServer, wishes: Partial<Parameters<typeof startUpload>[0]> = {}) =>
  startUpload({
    tus: connectTus({ endpoint: server.endpoint, token: () => "token" }),
    source,
    metadata: {},
    ...wishes,
  });

/** Sends the whole content, waking the upload whenever it waits, as chunks of a recording would. */
function sendAll(server: UploadServer, url?: string): Promise<string[]> {
  const created: string[] = [];
  return new Promise((resolve) => {
    const upload = begin(server, {
      metadata: { filename: "a.webm", kind: "recording" },
      ...(url && { url }),
      onCreated: ({ recordingId }) => void created.push(recordingId),
    });
    upload.subscribe((state) => {
      if (state.finished) resolve(created);
      else if (state.retryAt !== null) queueMicrotask(networkComesBack);
    });
    upload.ended(content.length);
  });
}

describe("an upload over the wire", () => {
  it("sends every byte and says which recording it became", async () => {
    const server = newServer();
    expect(await sendAll(server)).toEqual(["r1"]);
    expect(server.bytes).toEqual(content);
    expect(server.length).toBe(content.length);
  });

  it("says how long it is where that is known only after it has begun", async () => {
    const server = newServer();
    const upload = begin(server);
    upload.grown(1);
    await expect.poll(() => server.created).toBe(1);
    expect(server.length).toBeNull();
    upload.ended(content.length);
    await expect.poll(() => upload.state().finished).toBe(true);
    expect([server.length, server.bytes.length]).toEqual([content.length, content.length]);
  });

  it("arrives whole over a server that drops, is busy and loses its replies", async () => {
    const server = newServer(["busy", "drop", "busy"]);
    server.stumbles.push("lose-reply", "busy", "drop");
    await sendAll(server);
    expect(server.bytes).toEqual(content);
  });

  it("does nothing more once it is stopped", async () => {
    const server = newServer();
    const upload = begin(server);
    upload.stop();
    upload.ended(content.length);
    expect(upload.state()).toMatchObject({ doing: "nothing", total: null });
    expect(server.created).toBe(0);
  });

  it("goes on where an earlier visit stopped instead of beginning again", async () => {
    const server = newServer();
    server.bytes = content.slice(0, 123_456);
    await sendAll(server, new URL("/api/uploads/1", server.endpoint).href);
    expect(server.created).toBe(0);
    expect(server.bytes).toEqual(content);
  });

  it("is stopped by nobody who listens to it or notes where it went", async () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => {});
    const [full, forbidden] = [new Error("full"), new Error("forbidden")];
    const server = newServer(["busy"]);
    await new Promise<void>((resolve) => {
      const upload = begin(server, { onCreated: () => Promise.reject(full) });
      upload.subscribe(() => {
        throw forbidden;
      });
      upload.subscribe((state) => {
        if (state.finished) resolve();
        else if (state.retryAt !== null) queueMicrotask(networkComesBack);
      });
      upload.ended(content.length);
    });
    expect(server.bytes).toEqual(content);
    expect(server.created).toBe(1);
    expect(reported.mock.calls.flat()).toEqual([forbidden, full]);
    reported.mockRestore();
  });
});

describe("what the protocol says", () => {
  it("encodes names in any script", () => {
    expect(encodeMetadata({ filename: "Ünïcödé 🎬.webm" })).toBe(
      `filename ${Buffer.from("Ünïcödé 🎬.webm").toString("base64")}`,
    );
  });

  it("asks nothing of the server while nobody is signed in", async () => {
    const server = newServer();
    const tus = connectTus({ endpoint: server.endpoint, token: () => undefined });
    await expect(tus.create({}, null)).rejects.toThrow(UploadError);
    expect(server.created).toBe(0);
  });

  it("begins a recording outside of its folder where that was deleted meanwhile", async () => {
    const asked: string[] = [];
    let status = 404;
    const answer = async (url: string) => {
      asked.push(url.replace(/^.*uploads/, ""));
      const headers = { location: "/api/uploads/1", "x-recording-id": "r1" };
      return url.includes("folder_id")
        ? new Response(null, { status, headers: { "tus-resumable": "1.0.0" } })
        : new Response(null, { status: 201, headers });
    };
    const tus = connectTus({
      endpoint: "http://127.0.0.1:9/api/uploads",
      token: () => "token",
      fetch: Object.assign(answer, fetch) as typeof fetch, // of its calls, those with an address
    });
    expect(await tus.create({}, null, "talks/1")).toMatchObject({ recordingId: "r1" });
    expect(asked).toEqual(["?folder_id=talks%2F1", ""]);
    asked.length = 0;
    await tus.create({}, null);
    expect(asked).toEqual([""]);
    [status, asked.length] = [503, 0];
    await expect(tus.create({}, null, "talks/1")).rejects.toThrow(UploadError);
    expect(asked, "it may be there all the same").toEqual(["?folder_id=talks%2F1"]);
  });

  it("tries again when the session was renewed while the request was under way", async () => {
    const tokens = ["old", "new", "new"];
    const tus = connectTus({
      endpoint: "http://127.0.0.1:9/api/uploads",
      token: () => tokens.shift() ?? "new",
      fetch: Object.assign(async () => new Response(null, { status: 401 }), fetch),
    });
    await expect(tus.create({}, null)).rejects.toMatchObject({ failure: { kind: "disagreement" } });
  });

  it("does not try again when nobody is signed in any more", async () => {
    const tokens = ["old"];
    const tus = connectTus({
      endpoint: "http://127.0.0.1:9/api/uploads",
      token: () => tokens.shift(),
      fetch: Object.assign(
        async () => new Response(null, { status: 401, headers: { "tus-resumable": "1.0.0" } }),
        fetch,
      ),
    });
    await expect(tus.create({}, null)).rejects.toMatchObject({ failure: { kind: "signed-out" } });
  });

  it.each(["", "-1", "1.5", "many", undefined])(
    "takes %j for no offset, and asks again",
    async (offset) => {
      const answer = new Response(null, { headers: offset ? { "upload-offset": offset } : {} });
      const tus = connectTus({
        endpoint: "http://127.0.0.1:9/api/uploads",
        token: () => "token",
        fetch: Object.assign(async () => answer, fetch),
      });
      const unreachable = { failure: { kind: "unreachable" } };
      await expect(tus.locate("http://127.0.0.1:9/1")).rejects.toMatchObject(unreachable);
    },
  );

  it.each<Record<string, string>>([{ location: "/api/uploads/1" }, { "x-recording-id": "r1" }])(
    "takes a place that is told only by %j for none",
    async (headers) => {
      const tus = connectTus({
        endpoint: "http://127.0.0.1:9/api/uploads",
        token: () => "token",
        fetch: Object.assign(async () => new Response(null, { status: 201, headers }), fetch),
      });
      await expect(tus.create({}, null)).rejects.toMatchObject({
        failure: { kind: "unreachable" },
      });
    },
  );
});

test("gives up a request that nobody else gives up, for a network that swallows it", async () => {
  const given: unknown[] = [];
  const answer = (_url: unknown, init?: RequestInit) => {
    given.push(init?.signal);
    return Promise.reject(new TypeError("given up"));
  };
  const tus = connectTus({
    endpoint: "/",
    token: () => "t",
    fetch: Object.assign(answer, { preconnect() {} }),
  });
  const own = new AbortController().signal;
  const calls = [tus.create({}, 1), tus.terminate("/1"), tus.locate("/1", own)];
  await Promise.allSettled(calls);
  expect(given).toEqual([expect.any(AbortSignal), expect.any(AbortSignal), own]);
});

test("asks nothing of a network that the browser says is away, until it is back", async () => {
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
  const server = newServer();
  const uploader = begin(server);
  uploader.ended(content.length);
  expect(uploader.state()).toMatchObject({ online: false, doing: "nothing" });
  networkComesBack();
  await expect.poll(() => uploader.state().finished).toBe(true);
  expect(server.created).toBe(1);
  Reflect.deleteProperty(navigator, "onLine");
});
