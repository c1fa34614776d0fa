import type postgres from "postgres";
import type { Db } from "#api/platform/database.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { ObjectPart } from "#api/platform/objects/parts.ts";
import { turns } from "#api/platform/turns.ts";
import { LiveTake } from "./live-take.ts";

/** A take as the database knows it. */
export interface KnownTake {
  /** The id of its upload. */
  upload: string;
  received: number;
}

const FORGOTTEN_AFTER_MS = 600_000;
/** All takes together hold no more. */
const MOST_HELD_BYTES = 64 * 1024 * 1024;
/** Pages are told no more often. */
const TOLD_EVERY_MS = 1_000;
/** Nobody who sends a part waits longer for it to be read again. */
const PATIENCE_MS = 500;

const waiting = new Map<string, Set<() => void>>();

/** Another process, or the database, says that something is new about a recording. */
export const hearLive = (pool: postgres.Sql) => pool.listen("kinora_live", wake);

export function wake(recording: string): void {
  for (const go of waiting.get(recording) ?? []) go();
}

/** Until there is something new about a recording, the time is over, or its reader has left. */
export function untilNews(recording: string, ms: number, signal: AbortSignal) {
  const readers = waiting.get(recording) ?? new Set();
  waiting.set(recording, readers);
  const { promise: came, resolve } = Promise.withResolvers<void>();
  const leave = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
    readers.delete(leave);
    if (readers.size === 0 && waiting.get(recording) === readers) waiting.delete(recording);
    resolve();
  };
  const timer = setTimeout(leave, Math.max(0, ms));
  readers.add(leave);
  signal.addEventListener("abort", leave);
  return { came, leave };
}

/** The running recordings of which this process knows more than the database does. */
export class LiveTakes {
  readonly #takes = new Map<string, { take: LiveTake; askedAt: number }>();
  /** A part lies in memory while it is looked at. */
  readonly #inTurn = turns(2);
  readonly #told = new Map<string, { at: number; timer?: ReturnType<typeof setTimeout> }>();

  constructor(
    private readonly service: Db,
    private readonly objects: Pick<Objects, "get">,
  ) {}

  /** The take, with all that had arrived of it. */
  async read({ upload, received }: KnownTake): Promise<LiveTake> {
    const take = this.#find(upload);
    await take.catchUp(received);
    this.#keepBounds();
    return take;
  }

  /** Takes let go of what can be made again; where that is not enough, those that hold the most are not followed. */
  #keepBounds(): void {
    const takes = [...this.#takes.values()].map(({ take }) => take);
    for (const giveWay of ["letGo", "giveUp"] as const)
      for (const take of takes.toSorted((one, other) => other.held - one.held)) {
        if (takes.reduce((sum, { held }) => sum + held, 0) <= MOST_HELD_BYTES) return;
        take[giveWay]();
      }
  }

  #find(upload: string): LiveTake {
    const now = performance.now();
    const known = this.#takes.get(upload);
    if (known) {
      known.askedAt = now;
      return known.take;
    }
    for (const [id, { askedAt }] of this.#takes)
      if (now - askedAt > FORGOTTEN_AFTER_MS) this.#takes.delete(id);
    const partsAfter = (known: number) => this.#partsOf(upload, known);
    const take = new LiveTake(this.objects, partsAfter, this.#inTurn);
    this.#takes.set(upload, { take, askedAt: now });
    return take;
  }

  /** A single part that has become the file is a part no more. */
  #partsOf(upload: string, received: number): Promise<ObjectPart[]> {
    return this.service<ObjectPart[]>`
      with parts as (
        select store, storage_key as key, size, start from private.upload_parts
         where upload_id = ${upload} and start >= ${received})
      select store, key, size::float8 as size from parts
      union all
      select r.store, r.storage_key, r.size::float8
        from public.uploads u join public.recordings r on r.id = u.recording_id
       where u.id = ${upload} and u.received = r.size and r.store is not null and ${received} = 0
         and not exists (select from private.upload_parts p where p.upload_id = u.id)
    `;
  }

  /** A part has come. Nothing that goes wrong with it here may reach the recorder. */
  async follow(recording: string, known: KnownTake): Promise<void> {
    const followed = this.#follow(recording, known).catch(() => {});
    await Promise.race([followed, Bun.sleep(PATIENCE_MS)]);
  }

  async #follow(recording: string, known: KnownTake): Promise<void> {
    const take = await this.read(known);
    const isTold = this.#mayTell(recording);
    await this.service`select private.note_live(${known.upload}, ${take.seconds}, ${isTold})`;
    wake(recording);
  }

  /** Whether pages may be told now; where they were told just before, they are in a moment. */
  #mayTell(recording: string): boolean {
    const now = performance.now();
    for (const [id, { at, timer }] of this.#told)
      if (!timer && now - at > TOLD_EVERY_MS) this.#told.delete(id);
    const told = this.#told.get(recording);
    if (!told) {
      this.#told.set(recording, { at: now });
      return true;
    }
    told.timer ??= setTimeout(
      () => {
        this.#told.set(recording, { at: performance.now() });
        const tell = this.service`select private.tell_live(${recording}, true)`;
        tell.catch(() => {}); // the next part tells
      },
      told.at + TOLD_EVERY_MS - now,
    ).unref();
    return false;
  }
}
