import type { Db } from "#api/platform/database.ts";
import { Silence } from "#api/platform/objects/patient-fetch.ts";
import {
  type ByteRange,
  type Bytes,
  checkKey,
  type ObjectStore,
  type PutOptions,
  type StoredObject,
} from "#api/platform/objects/store.ts";
import { type AskDrive, asRefusal, letBe, type Pauses, rest, unlessUnknown } from "./calls.ts";
import { type DriveFile, findFile, markUnwanted, noteArrival, noteFile } from "./files.ts";
import { requireFolder } from "./folder.ts";
import { Looks } from "./looks.ts";
import type { ReadThrough, Remote } from "./read-through.ts";
import { readRefusal, unreachable } from "./refusals.ts";
import type { TokenWorld } from "./tokens.ts";
import { readFacts, type Sent, sourceOf, upload } from "./upload.ts";

const STORE = "google-drive";

export interface DriveWorld extends TokenWorld {
  ask: AskDrive;
  cache: ReadThrough;
  pauses: Pauses;
}

/** The drives of all people as one store: our table says whose drive a key is in, and which file it is. */
export function openDriveStore(world: DriveWorld): ObjectStore {
  const { service, ask, cache } = world;
  const looks = new Looks(world);

  return {
    name: STORE,
    storageType: "google_drive",

    put: async (key, body, wishes = {}) => put(world, checkKey(key), body, wishes),

    async get(key, range) {
      const file = await arrived(service, key);
      if (!file) return null;
      await looks.require(file);
      if (file.size === 0) return new Blob([]);
      const all = { start: 0, end: file.size - 1 };
      const fetch = lookingAgain(looks, file, reading(world, file));
      const remote = { key: file.fileId, size: file.size, fetch };
      return await cache.open(remote, range ?? all);
    },

    async remove(keys) {
      if (keys.length === 0) return;
      // A file that cannot go to the trash now goes there when its drive can be reached again.
      for (const { owner, fileId } of await markUnwanted(service, keys.map(checkKey))) {
        await cache.forget(fileId);
        await trash(world, owner, fileId).catch(letBe);
      }
    },

    async size(key) {
      const file = await arrived(service, key);
      if (!file) return null;
      await looks.require(file);
      return file.size;
    },

    async rename(key, name) {
      const file = await findFile(service, checkKey(key));
      if (!file) return;
      await ask(file.owner, ({ api }) =>
        api.files.update({ fileId: file.fileId, requestBody: { name }, fields: "id" }),
      );
    },

    link: async () => null,

    async room(owner) {
      if (!owner) return null;
      const { data } = await ask(owner, ({ api }) => api.about.get({ fields: "storageQuota" }));
      const { limit, usage } = data.storageQuota ?? {};
      return limit ? Math.max(0, Number(limit) - Number(usage ?? 0)) : null;
    },

    /** A drive that is out of reach is its owner's matter: this server is well. */
    check: async () => {},
  };
}

async function arrived(service: Db, key: string): Promise<(DriveFile & { size: number }) | null> {
  const file = await findFile(service, checkKey(key));
  return file && file.size !== null ? { ...file, size: file.size } : null;
}

/** Where a file can no longer be read, the reader is told what became of it, and the recording says so. */
const lookingAgain =
  (looks: Looks, file: DriveFile, read: Remote["fetch"]): Remote["fetch"] =>
  async (range, signal) => {
    try {
      return await read(range, signal);
    } catch (error) {
      looks.forget(file);
      if (asRefusal(error)?.status === 404) await looks.require(file);
      throw error;
    }
  };

/** Reads until the signal is aborted: bytes that nobody waits for are not sent on. */
const reading =
  ({ ask, settings }: DriveWorld, { owner, fileId }: DriveFile) =>
  ({ start, end }: ByteRange, signal: AbortSignal) =>
    ask(owner, async ({ token }) => {
      const silence = new Silence(settings);
      const Range = `bytes=${start}-${end}`;
      const answer = await silence.fetch(`${settings.apiUrl}/drive/v3/files/${fileId}?alt=media`, {
        headers: { Authorization: `Bearer ${token}`, Range, "Accept-Encoding": "identity" },
        signal,
      });
      if (answer.status !== 206 || !answer.body) throw await readRefusal(answer);
      return answer.body;
    });

/** The file is safe once Google's own size and checksum are those of the bytes we sent. */
async function put(
  world: DriveWorld,
  key: string,
  body: Bytes,
  wishes: PutOptions,
): Promise<StoredObject> {
  const { owner } = wishes;
  if (!owner) throw new Error("Whose drive is it to be put into?");
  const { service, ask, pauses, settings } = world;
  const folder = await requireFolder(service, ask, owner);
  const fileId = await newId(ask, owner);
  await noteFile(service, key, owner, fileId);
  const source = sourceOf(body);
  try {
    const sent = await upload({ ask, settings, pauses, owner, fileId, folder, source, wishes });
    await requireSame(world, owner, sent);
    await noteArrival(service, key, sent.size, sent.md5);
    return { size: sent.size, ...(sent.sha256 && { sha256: sent.sha256 }) };
  } catch (error) {
    await markUnwanted(service, [key]);
    await trash(world, owner, fileId).catch(() => {}); // later, then
    throw error;
  }
}

async function newId(ask: AskDrive, owner: string): Promise<string> {
  const { data } = await ask(owner, ({ api }) => api.files.generateIds({ count: 1 }));
  const [id] = data.ids ?? [];
  if (!id) throw unreachable("drive_unavailable", "it gave no id for a file");
  return id;
}

/** Google computes checksums in its own time. */
async function requireSame({ ask, pauses }: DriveWorld, owner: string, sent: Sent): Promise<void> {
  let facts = sent.facts;
  for (const pause of pauses) {
    if (facts.md5Checksum !== undefined && facts.size !== undefined) break;
    await rest(pause);
    facts = await readFacts(ask, owner, facts.id);
  }
  if (facts.size !== sent.size || facts.md5Checksum !== sent.md5)
    throw unreachable("drive_unavailable", "what arrived is not what was sent");
}

/** The file is not deleted for good: people can take it back from the trash. Another account's drive does not know it. */
export async function trash(world: DriveWorld, owner: string, fileId: string): Promise<void> {
  const trashing = world.ask(owner, ({ api }) =>
    api.files.update({ fileId, requestBody: { trashed: true }, fields: "id" }),
  );
  await trashing.catch(unlessUnknown);
  await world.service`
    delete from private.drive_files f using private.drive_connections c
     where f.file_id = ${fileId} and c.user_id = f.owner_id and c.google_account = f.google_account
  `;
}
