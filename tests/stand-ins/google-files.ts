import { createHash, type Hash, randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { drive_v3 } from "@googleapis/drive";

export interface StoredFile {
  id: string;
  owner: string;
  name: string;
  mimeType: string;
  parents: string[];
  appProperties: Record<string, string>;
  trashed: boolean;
  createdTime: string;
  /** Folders have none. */
  content?: { path: string; size: number; md5: string; sha256: string };
}

interface Session {
  file: StoredFile;
  path: string;
  received: number;
  total: number | null;
  md5: Hash;
  sha256: Hash;
}

export const FOLDER = "application/vnd.google-apps.folder";
/** The files that an app sees: those that it made itself. */
export const OURS = `mimeType != '${FOLDER}' and 'me' in owners and trashed=false`;
/** Google may give less of a list than it was asked for. */
const MOST_LISTED = 2;
const KIB_256 = 256 * 1024;

/** The files in people's drives, on this machine's disk: they may be large. */
export class GoogleFiles {
  readonly #directory = mkdtempSync(join(tmpdir(), "google-drive-"));
  readonly files = new Map<string, StoredFile>();
  readonly sessions = new Map<string, Session>();
  readonly ids = new Set<string>();
  readonly changes: drive_v3.Schema$Change[] = [];

  newId(): string {
    const id = `1${randomUUID().replaceAll("-", "")}`;
    this.ids.add(id);
    return id;
  }

  /** The description of a file, before `fields` leaves things out. */
  described(file: StoredFile): drive_v3.Schema$File {
    const { id, name, mimeType, parents, appProperties, trashed, createdTime, content } = file;
    const parent = this.files.get(parents[0] ?? "");
    return {
      kind: "drive#file",
      id,
      name,
      mimeType,
      parents,
      appProperties,
      createdTime,
      trashed: trashed || parent?.trashed === true,
      explicitlyTrashed: trashed,
      ...(content && {
        size: String(content.size),
        md5Checksum: content.md5,
        sha256Checksum: content.sha256,
      }),
    } satisfies drive_v3.Schema$File;
  }

  /** So many answers about a file come before its checksum is computed. */
  uncomputed = 0;

  answered(file: StoredFile): drive_v3.Schema$File {
    const { md5Checksum, ...facts } = this.described(file);
    if (this.uncomputed === 0) return { ...facts, ...(md5Checksum && { md5Checksum }) };
    this.uncomputed--;
    return facts;
  }

  make(owner: string, wanted: drive_v3.Schema$File): StoredFile {
    return {
      id: wanted.id ?? this.newId(),
      owner,
      name: wanted.name ?? "Untitled",
      mimeType: wanted.mimeType ?? "application/octet-stream",
      parents: wanted.parents ?? ["root"],
      appProperties: wanted.appProperties ?? {},
      trashed: false,
      createdTime: new Date(Date.now() + this.files.size).toISOString(),
    };
  }

  keep(file: StoredFile): void {
    this.files.set(file.id, file);
    this.note(file);
  }

  note(file: StoredFile, removed = false): void {
    this.changes.push(
      removed
        ? { kind: "drive#change", changeType: "file", fileId: file.id, removed: true }
        : {
            kind: "drive#change",
            changeType: "file",
            fileId: file.id,
            removed: false,
            file: this.described(file),
          },
    );
  }

  begin(file: StoredFile, total: number | null): string {
    const id = randomUUID();
    const path = join(this.#directory, id);
    mkdirSync(this.#directory, { recursive: true });
    writeFileSync(path, "");
    const hashes = { md5: createHash("md5"), sha256: createHash("sha256") };
    this.sessions.set(id, { file, path, received: 0, total, ...hashes });
    return id;
  }

  /** Bytes of the body that have arrived count, also where the body is cut after them. */
  async take(session: Session, body: ReadableStream<Uint8Array> | null, most: number) {
    for await (const chunk of body ?? []) {
      const taken = chunk.subarray(0, Math.max(0, most));
      most -= taken.length;
      appendFileSync(session.path, taken);
      session.md5.update(taken);
      session.sha256.update(taken);
      session.received += taken.length;
    }
  }

  of(email?: string): StoredFile[] {
    return [...this.files.values()].filter(({ owner }) => owner === (email ?? owner));
  }

  /** The files that `OURS` finds, and the place where the list goes on. */
  page(email: string, { searchParams }: URL): drive_v3.Schema$FileList {
    const from = Number(searchParams.get("pageToken") ?? 0);
    const end = from + Math.min(Number(searchParams.get("pageSize")), MOST_LISTED);
    const all = this.of(email).filter(({ mimeType, trashed }) => mimeType !== FOLDER && !trashed);
    const files = all.slice(from, end).map((file) => this.described(file));
    return { files, ...(end < all.length && { nextPageToken: String(end) }) };
  }

  /** The next file arrives other than it was sent. */
  altersNext = false;

  finish(id: string, { file, path, received, md5, sha256 }: Session): StoredFile {
    if (this.altersNext) md5.update("a byte that nobody sent");
    this.altersNext = false;
    file.content = { path, size: received, md5: md5.digest("hex"), sha256: sha256.digest("hex") };
    this.sessions.delete(id);
    this.keep(file);
    return file;
  }

  isWhole = (length: number) => length % KIB_256 === 0;

  usedBy(owner: string): number {
    const own = [...this.files.values()].filter((file) => file.owner === owner);
    return own.reduce((sum, { content }) => sum + (content?.size ?? 0), 0);
  }

  dispose(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
