/** Files with room for so many bytes in all, as browsers give a site a disk of its own. */
export class Disk {
  readonly files = new Map<string, DiskFile>();
  constructor(public room = Number.POSITIVE_INFINITY) {}

  /** The disk as `navigator.storage` gives it. */
  readonly storage = {
    getDirectory: async () => ({
      getDirectoryHandle: async () => ({
        getFileHandle: async (id: string, { create = false } = {}) => this.file(id, create),
        removeEntry: async (id: string) => {
          if (this.file(id, false).isOpen) throw new DOMException("in use", IN_USE);
          this.files.delete(id);
        },
      }),
    }),
  };

  /** A worker that ends gives back what it had open. */
  closeAll() {
    for (const file of this.files.values()) file.isOpen = false;
  }

  private file(id: string, create: boolean): DiskFile {
    const found = this.files.get(id) ?? (create ? new DiskFile(this) : null);
    if (!found) throw new DOMException("not there", "NotFoundError");
    this.files.set(id, found);
    return found;
  }
}

const IN_USE = "NoModificationAllowedError";

class DiskFile {
  bytes = new Uint8Array();
  isOpen = false;
  flushed = 0;
  truncatedTo = -1;
  constructor(private readonly disk: Disk) {}

  getFile = async () => new Blob([this.bytes]);

  async createSyncAccessHandle() {
    if (this.isOpen) throw new DOMException("in use", IN_USE);
    this.isOpen = true;
    return {
      write: (bytes: Uint8Array, { at }: { at: number }) => {
        const taken = bytes.subarray(0, Math.max(0, Math.min(bytes.length, this.disk.room - at)));
        if (taken.length === 0) throw new DOMException("full", "QuotaExceededError");
        const longer = new Uint8Array(Math.max(this.bytes.length, at + taken.length));
        longer.set(this.bytes);
        longer.set(taken, at);
        this.bytes = longer;
        return taken.length;
      },
      read: (into: Uint8Array, { at }: { at: number }) => {
        if (!this.isOpen) throw new DOMException("closed", "InvalidStateError");
        const found = this.bytes.subarray(at, at + into.length);
        into.set(found);
        return found.length;
      },
      flush: () => void this.flushed++,
      truncate: (size: number) => {
        this.truncatedTo = size;
        this.bytes = this.bytes.slice(0, size);
      },
      close: () => {
        this.isOpen = false;
      },
    };
  }
}
