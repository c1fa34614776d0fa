import { Manifest } from "./manifest.ts";

/** The browser's own database: manifests of recordings, and their chunks where there is no file system. */
const NAME = "kinora-spool";
const MANIFESTS = "manifests";
const CHUNKS = "chunks";

export interface Chunk {
  take: string;
  position: number;
  bytes: ArrayBuffer;
}

export const saveManifest = (manifest: Manifest) =>
  change(MANIFESTS, (store) => store.put(manifest));

/** Changes fields in one transaction, so that page and worker do not undo each other; a removed manifest stays removed. */
export async function updateManifest(id: string, fields: Partial<Manifest>): Promise<void> {
  await change(MANIFESTS, (store) => {
    const reading = store.get(id);
    reading.onsuccess = () => {
      if (reading.result) store.put({ ...reading.result, ...fields });
    };
  });
}

export const removeManifest = (id: string) => change(MANIFESTS, (store) => store.delete(id));

/** Every readable manifest, oldest first; those of an incompatible version are passed over, never deleted. */
export async function listManifests(): Promise<Manifest[]> {
  const rows = await read(MANIFESTS, (store) => store.getAll());
  return rows
    .flatMap((row) => Manifest.safeParse(row).data ?? [])
    .sort((a, b) => a.startedAt.localeCompare(b.startedAt));
}

export const addChunk = (chunk: Chunk) => change(CHUNKS, (store) => store.put(chunk));

/** The chunks that hold any byte of a stretch of a recording, in order. */
export async function chunksBetween(take: string, from: number, to: number): Promise<Chunk[]> {
  const begin = await read<IDBCursor | null>(CHUNKS, (chunks) =>
    chunks.openKeyCursor(IDBKeyRange.bound([take, 0], [take, from]), "prev"),
  );
  const stretch = IDBKeyRange.bound(begin?.key ?? [take, from], [take, to], false, true);
  return read<Chunk[]>(CHUNKS, (chunks) => chunks.getAll(stretch));
}

export function removeChunks(take: string) {
  const all = IDBKeyRange.bound([take, 0], [take, Number.MAX_SAFE_INTEGER]);
  return change(CHUNKS, (store) => store.delete(all));
}

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= answerTo(() => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(MANIFESTS, { keyPath: "id" });
      request.result.createObjectStore(CHUNKS, { keyPath: ["take", "position"] });
    };
    return request;
  });
  // An opening that is refused now (in a private window, on a full disk) may be allowed the next time.
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

async function change(name: string, run: (store: IDBObjectStore) => unknown): Promise<void> {
  const database = await open();
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(name, "readwrite", { durability: "strict" });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    run(transaction.objectStore(name));
  });
}

async function read<T = unknown[]>(
  name: string,
  run: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
  const database = await open();
  return answerTo(() => run(database.transaction(name).objectStore(name)));
}

const answerTo = <T>(ask: () => IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    const request = ask();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
