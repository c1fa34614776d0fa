import type { Server } from "bun";
import type { Logger } from "pino";
import type { Env } from "#api/env.ts";
import type { Caller, Database, Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import type { Objects } from "#api/platform/objects/objects.ts";

/**
 * The variables that every route may rely on. Code that every call passes reads them by `c.get`: `c.var` is a copy of
 * them all. `caller` and `db` are there behind a guard: `api/access/guards.ts`.
 */
export interface AppEnv {
  Bindings: { server?: Server<unknown> };
  Variables: {
    requestId: string;
    log: Logger;
    /** The visitor's address as far as we trust it; a function, since the socket tells it slowly. */
    address: () => string;
    endTurn?: () => void; // for a call that waits for something to happen
    isLong?: boolean; // the answer is a text that takes more than a moment
    watchingSince?: Date; // when the media token that came with the request was made
    caller?: Caller;
    db?: Db;
  };
}

/** The parts that the features are built from; each feature takes those it needs. */
export interface Base {
  env: Env;
  database: Database;
  keys: Keys;
  objects: Objects;
  log: Logger;
}
