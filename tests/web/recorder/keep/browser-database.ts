type Key = IDBValidKey;
type Row = Record<string, unknown>;
type Running = { error: Error | null; oncomplete(): void; onabort(): void; onerror(): void };

const kinds = ["number", "string", "object"];

/** Compares keys as browsers do: numbers before texts before lists, and lists by their first difference. */
function compare(one: Key, other: Key): number {
  if (Array.isArray(one) && Array.isArray(other)) {
    const [[first, ...rest], [otherFirst, ...others]] = [one, other];
    if (first === undefined || otherFirst === undefined) return one.length - other.length;
    return compare(first, otherFirst) || compare(rest, others);
  }
  const order = kinds.indexOf(typeof one) - kinds.indexOf(typeof other);
  return order !== 0 ? order : one < other ? -1 : Number(one > other);
}

class Range {
  private constructor(
    readonly lower: Key,
    readonly upper: Key,
    readonly lowerOpen = false,
    readonly upperOpen = false,
  ) {}
  static bound = (lower: Key, upper: Key, lowerOpen?: boolean, upperOpen?: boolean) =>
    new Range(lower, upper, lowerOpen, upperOpen);
  has(key: Key) {
    const [low, high] = [compare(key, this.lower), compare(key, this.upper)];
    return (this.lowerOpen ? low > 0 : low >= 0) && (this.upperOpen ? high < 0 : high <= 0);
  }
}

/** A database of a browser, as much of it as a recorder needs. */
export class BrowserDatabase {
  readonly stores = new Map<string, { keyPath: string | string[]; rows: Row[] }>();
  /** The error of the next opening, or of the next change, instead of doing it. */
  refuseOpening: Error | null = null;
  refuseChange: Error | null = null;
  private turn = Promise.resolve();
  /** How many rows were read in all. */
  read = 0;
  readonly durable: unknown[] = [];

  /** The database under the names that the browser's globals have. */
  readonly globals = { indexedDB: { open: () => this.open() }, IDBKeyRange: Range };

  rowsOf = (name: string) => this.stores.get(name)?.rows ?? [];

  private open() {
    const isNew = this.stores.size === 0;
    const createObjectStore = (name: string, { keyPath }: { keyPath: string | string[] }) =>
      void this.stores.set(name, { keyPath, rows: [] });
    const transaction = (name: string, mode = "readonly", { durability = "" } = {}) =>
      this.transaction(name, mode, durability);
    const error = this.refuseOpening;
    this.refuseOpening = null;
    const request = {
      result: { createObjectStore, transaction },
      error,
      ...{ onsuccess() {}, onerror() {}, onupgradeneeded() {} },
    };
    queueMicrotask(() => {
      if (error) return request.onerror();
      if (isNew) request.onupgradeneeded();
      request.onsuccess();
    });
    return request;
  }

  private transaction(name: string, mode: string, durability: string) {
    const store = this.stores.get(name);
    if (!store) throw new DOMException(`no store ${name}`, "NotFoundError");
    const running: Running = { error: null, oncomplete() {}, onabort() {}, onerror() {} };
    let pending = 0;
    const before = [...store.rows];
    // Changes of one store come one after another, and what is read after one sees it.
    const myTurn = this.turn;
    const isOver = Promise.withResolvers<void>();
    if (mode === "readwrite") this.turn = isOver.promise;
    const settle = () => {
      if (pending > 0) return;
      isOver.resolve();
      running.error = mode === "readwrite" ? this.refuseChange : null;
      if (mode === "readwrite") this.durable.push(durability);
      if (!running.error) return running.oncomplete();
      this.refuseChange = null;
      store.rows = before;
      running.onabort();
    };
    const answer = (run: () => unknown) => {
      const request: { result?: unknown; onsuccess(): void } = { onsuccess() {} };
      pending++;
      void myTurn.then(() => {
        request.result = run();
        request.onsuccess();
        pending--;
        queueMicrotask(settle);
      });
      return request;
    };
    return Object.assign(running, { objectStore: () => this.storeOf(store, mode, answer) });
  }

  private storeOf(
    store: { keyPath: string | string[]; rows: Row[] },
    mode: string,
    answer: (run: () => unknown) => unknown,
  ) {
    const keyOf = (row: Row): Key =>
      Array.isArray(store.keyPath)
        ? store.keyPath.map((path) => row[path] as Key) // what is stored has its keys
        : (row[store.keyPath] as Key); // as above
    const found = (query?: Key | Range) =>
      store.rows
        .filter((row) =>
          query instanceof Range
            ? query.has(keyOf(row))
            : query === undefined || compare(keyOf(row), query) === 0,
        )
        .toSorted((one, other) => compare(keyOf(one), keyOf(other)));
    const give = (rows: Row[]) => {
      this.read += rows.length;
      return rows;
    };
    const remove = (query: Key | Range) => {
      const gone = new Set(found(query));
      store.rows = store.rows.filter((row) => !gone.has(row));
    };
    const writing = {
      put: (row: Row) =>
        answer(() => {
          remove(keyOf(row));
          store.rows.push(structuredClone(row));
        }),
      delete: (query: Key | Range) => answer(() => remove(query)),
    };
    return {
      get: (key: Key) => answer(() => give(found(key)).at(0)),
      getAll: (query?: Range) => answer(() => give(found(query))),
      openKeyCursor: (query: Range, direction: string) =>
        answer(() => {
          const row = found(query).at(direction === "prev" ? -1 : 0);
          return row ? { key: keyOf(row) } : null;
        }),
      ...(mode === "readwrite" && writing),
    };
  }
}
