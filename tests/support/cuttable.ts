import { atEndOfFile } from "./cleanup.ts";

/** A way to a server that can be cut and closed, as networks and restarts do. */
export interface Cuttable {
  url: string;
  /** How often a client came. */
  attempts: () => number;
  /** Hangs up on everybody. */
  cut(): void;
  /** Nobody gets in until `open` is called. */
  close(): void;
  open(): void;
  /** Everybody gets in and is heard, and nobody hears anything until `speak`: words said meanwhile come then. */
  mute(): void;
  /** The next of these words is heard, and from then on the way is mute. */
  muteAfter(words: string): void;
  speak(): void;
}

/** Between a client and the Postgres of that URL, until the test file ends. */
export function cuttable(url: string): Cuttable {
  const target = new URL(url);
  const clients = new Set<Bun.Socket<Passage>>();
  let attempts = 0;
  let isClosed = false;
  let lastWords: string | undefined;
  let spoken = Promise.withResolvers<void>();
  spoken.resolve();
  const listener = Bun.listen<Passage>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      async open(client) {
        attempts++;
        if (isClosed) return void client.terminate();
        clients.add(client);
        client.data = { waiting: [] };
        client.data.server = await connectTo(target, client, () => spoken.promise);
        for (const bytes of client.data.waiting) client.data.server.write(bytes);
      },
      data: (client, bytes) => {
        if (lastWords && bytes.includes(lastWords)) mute();
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
  const mute = () => {
    lastWords = undefined;
    spoken = Promise.withResolvers<void>();
  };
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
    mute,
    muteAfter(words) {
      lastWords = words;
    },
    speak: () => spoken.resolve(),
  };
}

interface Passage {
  server?: Bun.Socket<undefined>;
  /** The bytes that came before the way was open. */
  waiting: Buffer[];
}

const connectTo = (
  { hostname, port }: URL,
  client: Bun.Socket<Passage>,
  mayHear: () => Promise<void>,
) => {
  let heard = Promise.resolve();
  return Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, bytes) {
        const said = Buffer.from(bytes);
        const may = mayHear();
        heard = heard.then(() => may).then(() => void client.write(said));
      },
      close: () => void client.end(),
      error: () => void client.terminate(),
    },
  });
};
