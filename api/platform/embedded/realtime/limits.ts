/** As hosted Supabase has them, where it has them. */
export const LIMITS = {
  sockets: 50_000,
  /** From one network, and from one site of many networks: nobody alone can take all the places. */
  socketsFrom: [500, 2000],
  /** Milliseconds in which a socket joins something, or makes room. */
  joinWithin: 10_000,
  channelsPerSocket: 100,
  /** Each costs the database a question, and leads to nothing. */
  refusedJoins: 100,
  messages: 200,
  messagesWindow: 2000,
  /** Hosted allows more. No client of ours has more to say: a token, or a presence. */
  frameBytes: 16 * 1024,
  /** Bytes of one socket's frames that wait for earlier ones: as much as joining all its channels takes. */
  waitingBytes: 256 * 1024,
  /** Hosted allows more. Each is told to everybody there, and all of them to everybody who comes. */
  presenceBytes: 2048,
  presenceKeyLength: 100,
  presenceCalls: 5,
  presenceCallsPerSocket: 100,
  presenceWindow: 30_000,
};

/** How many of each name are here. */
export function headcount() {
  const counts = new Map<string, number>();
  const change = (name: string, by: number) => {
    const count = (counts.get(name) ?? 0) + by;
    if (count > 0) counts.set(name, count);
    else counts.delete(name);
  };
  return {
    of: (name: string) => counts.get(name) ?? 0,
    come: (names: readonly string[]) => names.forEach((name) => void change(name, 1)),
    go: (names: readonly string[]) => names.forEach((name) => void change(name, -1)),
  };
}

/** Lets through `calls` per window, which starts with the first of them. */
export function fixedWindow(calls: number, milliseconds: number): () => boolean {
  let used = 0;
  let ends = 0;
  return () => {
    const now = performance.now();
    if (now > ends) {
      used = 0;
      ends = now + milliseconds;
    }
    return ++used <= calls;
  };
}
