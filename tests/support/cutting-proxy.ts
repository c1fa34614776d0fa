import { connect, createServer, type Socket } from "node:net";
import { atEndOfFile } from "./cleanup.ts";

interface Cut {
  /** The bytes towards the server, through all connections, after which the line breaks. */
  afterBytes: number;
  /** Runs while nobody gets through; afterwards the line works again. */
  mend: () => Promise<void>;
}

/** A network between a client and a server that breaks once, in the middle of what is being sent. */
export async function cuttingProxy(port: () => number, { afterBytes, mend }: Cut): Promise<string> {
  const open = new Set<Socket>();
  const mended = Promise.withResolvers<void>();
  let left = afterBytes;

  const proxy = createServer(async (client) => {
    open.add(client);
    client.on("error", () => {}).on("close", () => open.delete(client));
    if (left <= 0) await mended.promise;
    const server = connect(port(), "127.0.0.1");
    open.add(server);
    server.on("error", () => {}).on("close", () => client.destroy());
    client.on("close", () => server.destroy());
    server.pipe(client);
    client.on("data", (bytes: Buffer) => {
      const isCut = left > 0 && bytes.length >= left;
      server.write(isCut ? bytes.subarray(0, left) : bytes);
      left -= bytes.length;
      if (isCut) breakOff();
    });
  });

  function breakOff(): void {
    for (const socket of open) socket.destroy();
    void mend().then(mended.resolve, mended.reject);
  }

  await new Promise<void>((ready) => proxy.listen(0, "127.0.0.1", ready));
  atEndOfFile(() => proxy.close());
  const address = proxy.address();
  if (!address || typeof address === "string") throw new Error("The proxy has no port");
  return `http://127.0.0.1:${address.port}`;
}
