import { atEndOfFile } from "./cleanup.ts";

/** A way to a server that can be cut and closed, as networks and restarts do. */
export interface Cuttable {
  url: string;
  /** How often somebody came. */
  attempts: () => number;
  /** Hangs up on everybody. */
  cut(): void;
  /** Nobody gets in until `open` is called. */
  close(): void;
  open(): void;
}

/** Between a client and the Postgres of that URL, until the test file ends. */
export function cuttable(url: string): Cuttable {
  const target = new URL(url);
  const clients = new Set<Bun.Socket<Passage>>();
  let attempts = 0;
  let isClosed = false;
  const listener = Bun.listen<Passage>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      async open(client) {
        attempts++;
        if (isClosed) return void client.terminate();
        clients.add(client);
        client.data = { waiting: [] };
        client.data.server = await connectTo(target, client);
        for (const bytes of client.data.waiting) client.data.server.write(bytes);
      },
      data: (client, bytes) => {
        if (client.data.server) client.data.server.write(bytes);
        else client.data.waiting.push(Buffer.from(bytes));
      },
      close(client) {
        clients.delete(client);
        client.data?.server?.terminate();
      },
    },
  });
  atEndOfFile(() => listener.stop(true));
  const cut = () => {
    for (const client of clients) client.terminate();
  };
  const own = Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(listener.port) });
  return {
    url: own.href,
    attempts: () => attempts,
    cut,
    close() {
      isClosed = true;
      cut();
    },
    open() {
      isClosed = false;
    },
  };
}

interface Passage {
  server?: Bun.Socket<undefined>;
  /** What came before the way was open. */
  waiting: Buffer[];
}

const connectTo = ({ hostname, port }: URL, client: Bun.Socket<Passage>) =>
  Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_, bytes) => void client.write(bytes),
      close: () => void client.end(),
      error: () => void client.terminate(),
    },
  });
