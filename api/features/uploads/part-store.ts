import { DataStore, Upload as TusUpload } from "@tus/utils";
import { conflict, invalid, tooLarge, wrongType } from "#api/http/errors.ts";
import { containerOf, HEAD_BYTES, hasVideoExtension } from "#api/media/sniff.ts";
import { discardObject, keepObject } from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { ObjectPart } from "#api/platform/objects/parts.ts";
import type { Jobs } from "#api/platform/queue.ts";
import { IMPORT_LIMIT_BYTES, IMPORT_TOO_LARGE, IMPORT_WRONG_TYPE } from "#contract/recordings.ts";
import { UploadMetadata } from "#contract/uploads.ts";
import { PartReader } from "./part-reader.ts";
import {
  abandonUpload,
  appendPart,
  beginUpload,
  declareLength,
  findUpload,
  takeUp,
  type Upload,
  type Uploader,
} from "./uploads.ts";

/** A long request becomes durable in steps of this size, so that a crash costs no more than one. */
const PART_BYTES = 16 * 1024 * 1024;

interface PartStoreOptions {
  uploader: Uploader;
  objects: Objects;
  jobs: Pick<Jobs, "send">;
  body: ReadableStream<Uint8Array> | null;
  bodyLength: number;
}

/** What @tus/server needs of a store, for one request: parts as objects, the order of them in Postgres. */
export class PartStore extends DataStore {
  override extensions = [
    "creation",
    "creation-with-upload",
    "creation-defer-length",
    "termination",
  ];
  /** The upload this request is about, as it stands. */
  upload: Upload | undefined;

  constructor(readonly options: PartStoreOptions) {
    super();
  }

  /** A part begins here; an attempt under way loses its right to go on. */
  async takeUp(id: string): Promise<void> {
    this.upload = await takeUp(this.options.uploader, id);
  }

  async find(id: string): Promise<void> {
    this.upload = await findUpload(this.options.uploader, id);
  }

  override async create(asked: TusUpload): Promise<TusUpload> {
    const { uploader, objects } = this.options;
    const metadata = asked.metadata ?? {};
    const parsed = UploadMetadata.safeParse(metadata);
    if (!parsed.success) throw invalid("Upload-Metadata must name filename, filetype and kind");
    const { kind, filename, filetype } = parsed.data;
    const length = asked.size ?? null;
    if (length === 0) throw invalid("The file is empty");
    if (kind === "import") refuseImport(filename, length);
    this.upload = await beginUpload(uploader, objects, {
      kind,
      filename,
      filetype,
      metadata,
      length,
    });
    asked.id = this.upload.id;
    return asked;
  }

  override async getUpload(): Promise<TusUpload> {
    const { id, length, received, metadata } = this.#current();
    return new TusUpload({
      id,
      offset: received,
      metadata,
      ...(length !== null && { size: length }),
    });
  }

  override async declareUploadLength(_id: string, length: number): Promise<void> {
    const upload = this.#current();
    if (upload.kind === "import") refuseImport("", length);
    await declareLength(this.options.uploader, upload, length);
    this.upload = { ...upload, length };
  }

  override async write(_body: unknown, _id: string, offset: number): Promise<number> {
    const { uploader, objects, jobs, body } = this.options;
    const { kind, received: before } = this.#current();
    if (before !== offset) throw conflict("Upload-Offset conflict");
    if (kind === "import") refuseImport("", offset + this.options.bodyLength);
    const reader = new PartReader(body ?? []);
    if (offset === 0) await this.#refuseForeignContent(reader);
    while (await reader.hasMore()) {
      const part = await keepObject(uploader.service, objects, reader.take(PART_BYTES));
      await this.#append(part);
    }
    const { length, received, finished_at } = this.#current();
    // The length may be declared by a part without bytes, after the last of them.
    if (received === length && !finished_at)
      this.upload = await appendPart(uploader, jobs, this.#current());
    if (reader.failure !== undefined) throw reader.failure;
    return received;
  }

  override async remove(id: string): Promise<void> {
    await abandonUpload(this.options.uploader, id);
  }

  async #append(part: ObjectPart): Promise<void> {
    const { uploader, objects, jobs } = this.options;
    try {
      this.upload = await appendPart(uploader, jobs, this.#current(), part);
    } catch (error) {
      await discardObject(uploader.service, objects, part);
      throw error;
    }
  }

  /** An imported file is what its first bytes say. A recorder's own are looked at when they are all here. */
  async #refuseForeignContent(reader: PartReader): Promise<void> {
    const { kind, id, length } = this.#current();
    if (kind !== "import") return;
    const head = await reader.peek(HEAD_BYTES);
    const isEnough = head.length === HEAD_BYTES || head.length === length;
    if (!isEnough || containerOf(head) !== null) return;
    await abandonUpload(this.options.uploader, id);
    throw wrongType(IMPORT_WRONG_TYPE);
  }

  #current(): Upload {
    if (!this.upload) throw new Error("The upload was not taken up");
    return this.upload;
  }
}

function refuseImport(filename: string, length: number | null): void {
  if (filename !== "" && !hasVideoExtension(filename)) throw wrongType(IMPORT_WRONG_TYPE);
  if (length !== null && length > IMPORT_LIMIT_BYTES) throw tooLarge(IMPORT_TOO_LARGE);
}
