import type { Socket } from "bun";

/** Asks for random ranges of one file over several connections, as cheaply as a client can. */
export async function rangesPerSecond(
  addresses: readonly URL[],
  { bytes, size, connections = 16, seconds = 2 }: RangeLoad,
): Promise<number> {
  const { hostname = "", port } = addresses[0] ?? {};
  const until = performance.now() + seconds * 1000;
  const ask = () => {
    const { pathname, search } = addresses[asked++ % addresses.length] ?? {};
    const start = Math.floor(Math.random() * (size - bytes));
    return `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nRange: bytes=${start}-${start + bytes - 1}\r\n\r\n`;
  };
  const counts = await Promise.all(
    Array.from({ length: connections }, () =>
      askUntil(until, { hostname, port: Number(port), bytes, ask }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

let asked = 0;

interface RangeLoad {
  bytes: number;
  /** The size of the whole file. */
  size: number;
  connections?: number;
  seconds?: number;
}

interface Asking {
  hostname: string;
  port: number;
  bytes: number;
  ask: () => string;
}

/** Only counts bytes: a client that understood every answer would measure itself. */
async function askUntil(until: number, { hostname, port, bytes, ask }: Asking): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let answered = 0;
  let missing = -1; // of the answer's body; -1 while its header is still to come
  let header = Buffer.alloc(0);
  const onData = (socket: Socket, chunk: Buffer) => {
    let left = chunk.length;
    if (missing < 0) {
      header = Buffer.concat([header, chunk]);
      const end = header.indexOf("\r\n\r\n");
      if (end < 0) return;
      if (!header.subarray(0, 12).equals(partialContent)) {
        socket.end();
        return reject(new Error(`Not a range: ${header.toString("latin1", 0, 200)}`));
      }
      missing = bytes;
      left = header.length - end - 4;
      header = Buffer.alloc(0);
    }
    missing -= left;
    if (missing > 0) return;
    answered++;
    missing = -1;
    if (performance.now() < until) return void socket.write(ask());
    socket.end();
    resolve(answered);
  };
  await Bun.connect({
    hostname,
    port,
    socket: {
      open: (socket) => void socket.write(ask()),
      data: onData,
      error: (_, e) => reject(e),
    },
  });
  return promise;
}

const partialContent = Buffer.from("HTTP/1.1 206");
