interface ModelStore {
  url: string;
  /** The ranges that were asked for; null where all of it was. */
  asked: (string | null)[];
  /** The next answer breaks off after so many bytes. */
  cutNextAfter(bytes: number): void;
  /** From now on the whole file is sent, whatever range is asked for. */
  ignoreRanges(): void;
  stop(): void;
}

/** The place from which speech models are downloaded: one file, at any path. */
export function startModelStore(bytes: Uint8Array<ArrayBuffer>): ModelStore {
  const asked: (string | null)[] = [];
  let cutAfter: number | undefined;
  let knowsRanges = true;
  const server = Bun.serve({
    ...{ hostname: "127.0.0.1", port: 0 },
    fetch(request) {
      const range = request.headers.get("Range");
      asked.push(range);
      const start = Number(/^bytes=(\d+)-$/.exec((knowsRanges && range) || "")?.[1] ?? 0);
      const end = cutAfter === undefined ? bytes.length : start + cutAfter;
      cutAfter = undefined;
      return new Response(bytes.slice(start, end), { status: range && knowsRanges ? 206 : 200 });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    asked,
    cutNextAfter: (count) => {
      cutAfter = count;
    },
    ignoreRanges: () => {
      knowsRanges = false;
    },
    stop: () => void server.stop(true),
  };
}
