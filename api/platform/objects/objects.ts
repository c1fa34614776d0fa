import { HttpError, unavailable } from "#api/http/errors.ts";
import type { StorageType } from "#contract/recordings.ts";
import { type ObjectRef, type ObjectStore, type ObjectVerbs, StoreUnreachable } from "./store.ts";

/** All the stores of this server as one, whose addresses say which: what the features see. */
export type Objects = ReturnType<typeof joinStores>;

/** The first store takes new bytes, the others keep what they have. */
export function joinStores([home, ...others]: [ObjectStore, ...ObjectStore[]]) {
  const byName = new Map([home, ...others].map((store) => [store.name, store]));
  const storeOf = (name: string): ObjectStore => byName.get(name) ?? notConnected(name);

  const verbs: ObjectVerbs<ObjectRef> = {
    put: async ({ store, key }, body, options) => storeOf(store).put(key, body, options),
    get: ({ store, key }, range) => storeOf(store).get(key, range),
    async remove(all) {
      const keys = Map.groupBy(all, ({ store }) => store);
      await Promise.all(
        [...keys].map(([store, refs]) => storeOf(store).remove(refs.map(({ key }) => key))),
      );
    },
    size: async ({ store, key }) => storeOf(store).size(key),
    link: async ({ store, key }, ...wishes) => storeOf(store).link(key, ...wishes),
    room: () => home.room(),
    async check() {
      await Promise.all([home, ...others].map((store) => store.check()));
    },
  };

  return {
    ...verbs,
    /** The store that takes new bytes. An object that lies elsewhere stays there and is read from there. */
    home: home.name,
    /** The names of all stores that can be reached from here. */
    stores: [...byName.keys()],
    storageType: (name: string) => storeOf(name).storageType,
    /** The store for new bytes of this type: people call home the cloud, whichever store that is. */
    storeFor: (type: StorageType) =>
      type === "google_drive"
        ? others.find((store) => store.storageType === type)?.name
        : home.name,
    /** As `room`, of any of the stores. */
    roomIn: async (store: string, owner: string) => storeOf(store).room(owner),
    /** All that lies in a store, some at a time; undefined where it cannot tell. */
    keysOf: (store: string) => storeOf(store).keys?.(),
    /** Ends what was left unfinished in a store. */
    endForsaken: async (store: string, areNoted: (keys: string[]) => Promise<readonly string[]>) =>
      storeOf(store).endForsaken?.(areNoted),
    /** Renames an object; does nothing in stores where nobody sees names. */
    rename: async ({ store, key }: ObjectRef, name: string) => storeOf(store).rename?.(key, name),
  };
}

const NOT_CONNECTED = "store_not_connected";

/** No fault of the object's: it is where it was, and can be had again when its store can. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof StoreUnreachable || (error instanceof HttpError && error.code === NOT_CONNECTED);

/** Rows may name a store that this server had once, or that another server has. The word "connect" is left to drives. */
function notConnected(name: string): never {
  throw unavailable(
    `This lies in a storage that this server cannot reach (${name}). Nothing is lost: ask the server's operator.`,
    NOT_CONNECTED,
  );
}
