import { afterAll, expect, test, vi } from "vitest";
import { MediaToken, Recording } from "#contract/recordings.ts";
import { growthDuring, lengthOf } from "#tests/support/growth.ts";
import { largeForm } from "#tests/support/large-video.ts";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";
import { register } from "./people.ts";

const MB = 2 ** 20;
/** `KINORA_LARGE_MB=5000` sends a film as large as that; `KINORA_S3` names a real service, as for the tests of stores. */
const SIZE = Number(process.env.KINORA_LARGE_MB ?? 500) * MB;
const LIMIT = 64 * MB;

vi.setConfig({ testTimeout: 120_000 + (SIZE / MB) * 200 });
const service = process.env.KINORA_S3 ? realService(process.env.KINORA_S3) : startSink();
const dataDir = usedDataDir();
const server = await startServer({
  ...{ DATA_DIR: dataDir, LOG_LEVEL: "error", TRUST_PROXY: "on" },
  ...{ S3_ENDPOINT: service.endpoint, S3_BUCKET: "recordings" },
  ...{ S3_ACCESS_KEY_ID: service.id, S3_SECRET_ACCESS_KEY: service.secret },
});
afterAll(async () => {
  await server.kill("SIGTERM");
  await service.stop();
  removeDataDir(dataDir);
});

test.skipIf(process.platform !== "linux")(
  "a film that comes as a form goes to a bucket, and is watched from there, in less than 64 MB",
  async () => {
    const headers = { Authorization: `Bearer ${await register(server.origin)}` };
    const form = await largeForm(SIZE);
    const sent = await growthDuring(server.pid, () =>
      fetch(`${server.origin}/api/recordings`, {
        method: "POST",
        headers: { ...headers, ...form.headers },
        body: form.body,
      }),
    );
    const { id, size } = Recording.parse(await sent.value.json());
    expect(size).toBe(SIZE);
    // By this token the file stays what it is when the work on it ends.
    const made = await fetch(`${server.origin}/api/recordings/${id}/media-token`, {
      ...{ method: "POST", headers },
    });
    const { token } = MediaToken.parse(await made.json());
    const status = async () => {
      const answer = await fetch(`${server.origin}/api/recordings/${id}`, { headers });
      return Recording.parse(await answer.json()).status;
    };
    await expect.poll(status, { timeout: 120_000 }).not.toBe("processing");

    // With If-Range, bytes come from the server and not from the bucket.
    const init = { headers: { "If-Range": '"none"' } };
    const watched = await growthDuring(server.pid, async () =>
      lengthOf(await fetch(`${server.origin}/api/recordings/${id}/stream?token=${token}`, init)),
    );
    expect(watched.value).toBe(SIZE);
    const grown = [sent.growth, watched.growth];
    console.log(`grew by ${grown.map((bytes) => Math.round(bytes / MB)).join(" and ")} MB`);
    for (const bytes of grown) expect(bytes).toBeLessThan(LIMIT);
  },
);

/** A service that keeps the beginning of each object and its length alone, and gives nothing but zeros after it. */
function startSink() {
  const objects = new Map<string, { head: Buffer; size: number }>();
  const xml = (text: string) => new Response(text, { headers: { "Content-Type": "text/xml" } });
  const keep = (path: string, number: number, bytes: Buffer) => {
    const { head = bytes.subarray(0, MB), size = 0 } =
      number === 1 ? {} : (objects.get(path) ?? {});
    objects.set(path, { head: Buffer.from(head), size: size + bytes.length });
    return new Response(null, { headers: { ETag: '"a part"' } });
  };
  const server = Bun.serve({
    ...{ hostname: "127.0.0.1", port: 0, idleTimeout: 60 },
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (request.method === "PUT")
        return keep(
          pathname,
          Number(searchParams.get("partNumber") ?? 1),
          Buffer.from(await request.arrayBuffer()),
        );
      if (pathname === "/recordings") return xml("<ListBucketResult></ListBucketResult>");
      if (searchParams.has("uploads")) return xml("<a><UploadId>one</UploadId></a>");
      if (request.method === "POST") return xml("<CompleteMultipartUploadResult/>");
      const found = objects.get(pathname);
      if (request.method === "DELETE") objects.delete(pathname);
      if (request.method === "DELETE" || !found)
        return new Response(null, { status: found ? 204 : 404 });
      if (!request.headers.has("Authorization")) return new Response(null, { status: 403 });
      const { head, size } = found;
      const length = { "Content-Length": String(size) };
      if (request.method === "HEAD") return new Response(null, { headers: length });
      const [, start = "0", end = String(size - 1)] =
        /^bytes=(\d+)-(\d+)$/.exec(request.headers.get("Range") ?? "") ?? [];
      return ranged(head, Number(start), Math.min(Number(end), size - 1), size);
    },
  });
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    ...{ id: "id", secret: "secret" },
    stop: () => server.stop(true),
  };
}

function realService(address: string) {
  const { origin, search } = new URL(address);
  const [id = "", secret = ""] = search.slice(1).split(":");
  return { endpoint: origin, id, secret, stop: async () => {} };
}

function ranged(head: Buffer, start: number, end: number, size: number): Response {
  const nothing = Buffer.alloc(MB / 4);
  let at = start;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const from = at < head.length ? head.subarray(at) : nothing;
      const some = from.subarray(0, end + 1 - at);
      if (some.length === 0) return controller.close();
      at += some.length;
      controller.enqueue(some);
    },
  });
  return new Response(body, {
    status: 206,
    headers: { "Content-Range": `bytes ${start}-${end}/${size}` },
  });
}
