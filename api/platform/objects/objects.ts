import { HttpError, unavailable } from "#api/http/errors.ts";
import type { StorageType } from "#contract/recordings.ts";
import { type ObjectRef, type ObjectStore, type ObjectVerbs, StoreUnreachable } from "./store.ts";

type Forsaken = NonNullable<ObjectStore["endForsaken"]>;

/** All the stores of this server as one, whose addresses say which: what the features see. */
export interface Objects extends ObjectVerbs<ObjectRef> {
  /** The store that takes new bytes. An object that lies elsewhere stays there and is read from there. */
  readonly home: string;
  /** The names of all stores that can be reached from here. */
  readonly stores: readonly string[];
  storageType(store: string): StorageType;
  /** The store for new bytes of this type: people call home the cloud, whichever store that is. */
  storeFor(type: StorageType): string | undefined;
  /** As `room`, of any of the stores. */
  roomIn(store: string, owner: string): Promise<number | null>;
  /** All that lies in a store, some at a time; undefined where it cannot tell. */
  keysOf(store: string): AsyncIterable<string[]> | undefined;
  /** Ends what was left unfinished in a store. */
  endForsaken(store: string, ...given: Parameters<Forsaken>): Promise<void>;
  /** Renames an object; does nothing in stores where nobody sees names. */
  rename(ref: ObjectRef, name: string): Promise<void>;
}

/** The first store takes new bytes, the others keep what they have. */
export function joinStores([home, ...others]: [ObjectStore, ...ObjectStore[]]): Objects {
  const byName = new Map([home, ...others].map((store) => [store.name, store]));
  const storeOf = (name: string): ObjectStore => byName.get(name) ?? notConnected(name);

  return {
    home: home.name,
    stores: [...byName.keys()],
    storageType: (name) => storeOf(name).storageType,
    storeFor: (type) =>
      type === "google_drive"
        ? others.find((store) => store.storageType === type)?.name
        : home.name,
    roomIn: async (store, owner) => storeOf(store).room(owner),
    keysOf: (store) => storeOf(store).keys?.(),
    endForsaken: async (store, areNoted) => storeOf(store).endForsaken?.(areNoted),
    rename: async ({ store, key }, name) => storeOf(store).rename?.(key, name),

    put: async ({ store, key }, body, options) => storeOf(store).put(key, body, options),
    get: async ({ store, key }, range) => storeOf(store).get(key, range),
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
}

const NOT_CONNECTED = "store_not_connected";

/** No fault of the object's: it is where it was, and can be had again when its store can. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof StoreUnreachable || (error instanceof HttpError && error.code === NOT_CONNECTED);

/** Rows may name a store that this server had once, or that another server has. */
function notConnected(name: string): never {
  throw unavailable(
    `This lies in a storage that this server is not connected to (${name}). Nothing is lost: ask the server's operator.`,
    NOT_CONNECTED,
  );
}
