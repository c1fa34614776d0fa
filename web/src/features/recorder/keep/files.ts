import { addChunk, chunksBetween, removeChunks } from "./database.ts";

/** Where chunks go as they come. Every kind appends in order and reads back what it has. */
export interface SpoolFile {
  /** Returns when the bytes would survive the death of this browser. */
  append(bytes: Uint8Array<ArrayBuffer>, at: number): Promise<void> | void;
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>;
  close(): void;
}

const FOLDER = "takes";
const STRETCH_BYTES = 8 * 1024 * 1024;

async function folder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/**
 * The handle is exclusive and dies with the tab. Flushing after each chunk costs 3 ms and is what survives a SIGKILL.
 */
export async function createDiskFile(id: string): Promise<SpoolFile> {
  const file = await (await folder()).getFileHandle(id, { create: true });
  if (!file.createSyncAccessHandle) throw new Error("no sync access handle in this browser");
  const handle = await file.createSyncAccessHandle();
  return {
    append(bytes, at) {
      try {
        let written = 0;
        while (written < bytes.length)
          written += handle.write(bytes.subarray(written), { at: at + written });
        handle.flush();
      } catch (error) {
        // A full disk may have taken a part of it: the file ends where the last whole chunk did.
        handle.truncate(at);
        throw error;
      }
    },
    read(from, to) {
      const bytes = new Uint8Array(to - from);
      return bytes.subarray(0, handle.read(bytes, { at: from }));
    },
    close: () => handle.close(),
  };
}

/** Chunks as rows of the browser's database, where it has no such files. */
export async function createDatabaseFile(id: string): Promise<SpoolFile> {
  await removeChunks(id);
  return {
    append: (bytes, at) => addChunk({ take: id, position: at, bytes: bytes.slice().buffer }),
    read: async (from, to) => new Uint8Array(await (await stretch(id, from, to)).arrayBuffer()),
    close() {},
  };
}

/** The bytes of a recording; none where the browser has thrown them away. */
export async function diskBlob(id: string): Promise<Blob> {
  const file = await (await folder()).getFileHandle(id).catch(ignoreMissing);
  return file?.getFile() ?? new Blob();
}

/** The whole recording out of the database, a stretch at a time: the browser puts large blobs on disk by itself. */
export async function databaseBlob(id: string): Promise<Blob> {
  const groups: Blob[] = [];
  for (let from = 0; ; from += STRETCH_BYTES) {
    const group = await stretch(id, from, from + STRETCH_BYTES);
    if (group.size === 0) return new Blob(groups);
    groups.push(group);
  }
}

async function stretch(id: string, from: number, to: number): Promise<Blob> {
  const chunks = await chunksBetween(id, from, to);
  const held = new Blob(chunks.map(({ bytes }) => bytes));
  const skip = from - (chunks[0]?.position ?? from);
  return held.slice(skip, skip + to - from);
}

/** A file that a worker has just left counts as open for a moment more. */
export async function removeDiskFile(id: string, looks = 20): Promise<void> {
  try {
    await (await folder()).removeEntry(id);
  } catch (error) {
    if (!isInUse(error) || looks === 1) return ignoreMissing(error);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return removeDiskFile(id, looks - 1);
  }
}

/** Another tab has the file open: it is recording into it. */
export async function isDiskFileInUse(id: string): Promise<boolean> {
  const file = await (await folder()).getFileHandle(id);
  try {
    (await file.createSyncAccessHandle?.())?.close();
    return false;
  } catch (error) {
    return isInUse(error);
  }
}

const isInUse = (error: unknown) =>
  error instanceof DOMException && error.name === "NoModificationAllowedError";

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof DOMException && error.name === "NotFoundError")) throw error;
}
