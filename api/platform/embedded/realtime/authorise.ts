import postgres from "postgres";
import type { Sql } from "#api/platform/database.ts";
import type { RealtimeClaims } from "#api/platform/keys.ts";
import { together } from "#api/platform/together.ts";
import { Turns, turns } from "#api/platform/turns.ts";
import type { Extension, Socket } from "./hub.ts";

const MOST_AT_ONCE = 100;

/**
 * The extensions that each person may read on a topic, in the order of the people. Asked as hosted Realtime asks:
 * insert a row of each, become the person, select the visible rows, and roll back.
 */
export async function readers(
  pool: postgres.Sql,
  topic: string,
  people: RealtimeClaims[],
  extensions: Extension[],
): Promise<Set<Extension>[]> {
  if (people.length > MOST_AT_ONCE) {
    const first = await readers(pool, topic, people.slice(0, MOST_AT_ONCE), extensions);
    return [...first, ...(await readers(pool, topic, people.slice(MOST_AT_ONCE), extensions))];
  }
  try {
    return await undone(pool, (sql) => seen(sql, topic, people, extensions));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (people.length === 1) return [new Set()];
    // One person made a policy fail: each is asked for alone, so that nobody else pays for it.
    const alone = people.map((person) => readers(pool, topic, [person], extensions));
    return (await Promise.all(alone)).flat();
  }
}

/** All who come through one link are the same person to the policies: whoever asks at the same time is told together. */
const [reading, showing] = [together<null, Set<Extension>>(), together<null, boolean>()];

export const mayRead = (
  socket: Socket,
  topic: string,
  person: RealtimeClaims,
  extensions: Extension[],
): Promise<Set<Extension>> =>
  inLineOf(socket, (pool) =>
    reading(JSON.stringify([topic, person, extensions]), null, async () => {
      const [allowed] = await readers(pool, topic, [person], extensions);
      return allowed ?? new Set();
    }),
  );

/** Whether this person may be seen on the topic. Nobody writes anything else: only the database broadcasts. */
export const mayShow = (socket: Socket, topic: string, person: RealtimeClaims): Promise<boolean> =>
  inLineOf(socket, (pool) =>
    showing(JSON.stringify([topic, person]), null, async () => {
      try {
        await undone(pool, (sql) =>
          Promise.all([
            become(sql, topic, person),
            sql`insert into realtime.messages (topic, extension) values (${topic}, 'presence')`,
          ]),
        );
        return true;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return false;
      }
    }),
  );

/** No query waits for the one before, so all of them travel together. */
async function seen(
  sql: Sql,
  topic: string,
  people: RealtimeClaims[],
  extensions: Extension[],
): Promise<Set<Extension>[]> {
  const probes = extensions.map(() => crypto.randomUUID());
  const placed = sql`
    insert into realtime.messages (id, topic, extension)
    select id, ${topic}, extension
      from unnest(${probes}::uuid[], ${extensions}::text[]) as probe (id, extension)
  `.execute();
  const visible = people.map((person) => {
    const became = become(sql, topic, person);
    const rows = sql<{ extension: Extension }[]>`
      select extension from realtime.messages where id = any(${probes}::uuid[])
    `.execute();
    return Promise.all([rows, became]);
  });
  const [found] = await Promise.all([Promise.all(visible), placed]);
  return found.map(([rows]) => new Set(rows.map((row) => row.extension)));
}

function become(sql: Sql, topic: string, person: RealtimeClaims) {
  return sql`
    select set_config('role', ${person.role}, true),
           set_config('request.jwt.claims', ${JSON.stringify(person)}, true),
           set_config('realtime.topic', ${topic}, true)
  `.execute();
}

const ROLLBACK = Symbol("rollback");
/** However many sockets ask to join, most of the connections stay with the requests. */
const inTurn = turns(4);

const networks = new Turns();

/** Only two questions of one network stand in that line at once: however many it has, other networks are next. */
const inLineOf = <T>({ data }: Socket, ask: (pool: postgres.Sql) => Promise<T>): Promise<T> =>
  networks.run(() => ask(data.hub.pool), [{ name: data.from[0] ?? "", atOnce: 2 }]);

const undone = <T>(pool: postgres.Sql, ask: (sql: Sql) => Promise<T>): Promise<T> =>
  inTurn(async () => {
    const answer = Promise.withResolvers<T>();
    await pool
      .begin(async (sql) => {
        answer.resolve(await ask(sql));
        throw ROLLBACK;
      })
      .catch((error: unknown) => {
        if (error !== ROLLBACK) throw error;
      });
    return await answer.promise;
  });

/** Whether a policy says no, or fails over the question; a database that cannot answer is no refusal. */
function isRefusal(error: unknown): boolean {
  return error instanceof postgres.PostgresError && /^(22|42|P0|KN)/.test(error.code);
}
