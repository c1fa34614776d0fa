/** The baseline of streaming: the same file from a bare handler, without any question asked. */
const [path = ""] = process.argv.slice(2);

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 255,
  maxRequestBodySize: 2 ** 40,
  development: false,
  async fetch(request) {
    if (request.method === "POST") return Response.json(await receive(request));
    const file = Bun.file(path);
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get("range") ?? "");
    if (!range) return new Response(file);
    const [start, end] = [Number(range[1]), Number(range[2])];
    return new Response(file.slice(start, end + 1), {
      status: 206,
      headers: { "Content-Range": `bytes ${start}-${end}/${file.size}` },
    });
  },
});

/** The bytes of the body, on the disk when it answers. */
async function receive(request: Request): Promise<{ size: number }> {
  const { open } = await import("node:fs/promises");
  const file = await open(`${path}.received`, "w");
  try {
    let size = 0;
    for await (const chunk of request.body ?? []) {
      await file.write(chunk);
      size += chunk.length;
    }
    await file.sync();
    return { size };
  } finally {
    await file.close();
  }
}

console.log(server.port);
