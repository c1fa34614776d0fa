import { Latest } from "#api/platform/latest.ts";
import { type AskDrive, unlessUnknown } from "./calls.ts";
import { type DriveFile, noteMissing } from "./files.ts";
import { missing, unreachable } from "./refusals.ts";
import type { TokenWorld } from "./tokens.ts";
import { type FileFacts, readFacts } from "./upload.ts";

/** How long an answer of Drive about a file counts as true; people delete files there without telling us. */
const SECONDS = 10;
const MOST = 2000;

interface LookWorld extends Pick<TokenWorld, "service"> {
  ask: AskDrive;
}

/** Checks whether our files are still where we left them. A bad answer is never remembered here. */
export class Looks {
  readonly #good = new Latest<{ until: number; connectedAt: string }>(MOST);

  constructor(private readonly world: LookWorld) {}

  /** Throws in words where the file cannot be had, and tells everybody who looks at the recording. */
  async require(file: DriveFile): Promise<void> {
    const { fileId, connectedAt } = file;
    if (connectedAt === null) throw unreachable("drive_not_connected", "not connected");
    const good = this.#good.get(fileId);
    if (good && good.until > Date.now() && good.connectedAt === connectedAt) return;
    this.forget(file);
    const state = await look(this.world, file);
    if (state) throw missing(state);
    this.#good.set(fileId, { until: Date.now() + SECONDS * 1000, connectedAt });
  }

  /** After a failed read, the earlier answer about the file does not count any more. */
  forget({ fileId }: Pick<DriveFile, "fileId">): void {
    this.#good.delete(fileId);
  }
}

/** Asks Drive about one file and writes down what it says. */
export async function look(
  { service, ask }: LookWorld,
  file: Omit<DriveFile, "connectedAt">,
): Promise<"trashed" | "gone" | null> {
  const state = stateOf(file, await factsOf(ask, file));
  await noteMissing(service, file.fileId, state);
  return state;
}

/** Null where Drive does not know the file, or does not let us see it any more. */
export const factsOf = (ask: AskDrive, { owner, fileId }: Pick<DriveFile, "owner" | "fileId">) =>
  readFacts(ask, owner, fileId).catch(unlessUnknown);

/** Other bytes under the same id are not the recording. */
export function stateOf(
  { md5 }: Pick<DriveFile, "md5">,
  facts: FileFacts | null,
): "trashed" | "gone" | null {
  if (facts === null) return "gone";
  if (facts.md5Checksum !== undefined && facts.md5Checksum !== md5) return "gone";
  return facts.trashed ? "trashed" : null;
}
