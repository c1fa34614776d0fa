const FOLDER = "downloads";
/** Long enough for the browser to have read a file that was handed to it. */
const LIFETIME = 3_600_000;

/** The folder of the copies that are prepared for a download, without those whose time is over. */
export async function preparedCopies(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind !== "file") continue;
    const { lastModified } = await handle.getFile();
    if (Date.now() - lastModified > LIFETIME) await folder.removeEntry(name).catch(() => {});
  }
  return folder;
}
