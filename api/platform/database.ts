import postgres from "postgres";

export type Sql = postgres.TransactionSql;

/** The caller of a query: it becomes the role and the claims that policies read as `auth.uid()` and `auth.jwt()`. */
export interface Caller {
  role: "anon" | "authenticated";
  /** The user's id; absent for a visitor without an account. */
  sub?: string;
  /** The session's id: its row is read on every request, and no query of the caller's runs without it. */
  sid?: string;
  /** The live share this request came through, if any. */
  share?: string;
  /** The version of that share's password this caller has given. */
  unlock?: number;
  /** The guest who speaks through that share: somebody without an account. */
  guest?: string;
  /** The network address that the request came from: for the audit log alone, decides nothing. */
  address?: string;
}

/** One transaction under one caller's rights: of all queries that a function sends, or of the one that is written. */
export interface Db {
  /** Queries issued without `await` between them share a round trip. */
  <T>(run: (sql: Sql) => Promise<T> | T): Promise<T>;
  <Rows extends readonly object[] = postgres.Row[]>(
    query: TemplateStringsArray,
    ...values: postgres.ParameterOrFragment<never>[]
  ): Promise<postgres.RowList<Rows>>;
}

export type Database = ReturnType<typeof connect>;

export interface DatabaseOptions {
  url: string;
  max?: number;
  /** Seconds without an answer after which a server counts as silent: otherwise a query could hang for ever. */
  patience?: typeof PATIENCE;
  /** Seconds after which a connection that nobody needed is closed: each is a process of Postgres. */
  rest?: number;
}

/**
 * A client gets its answer within ten seconds, of which this is the most that one query takes. A query of a job may
 * take as long as Postgres itself allows. An account goes whole or not at all, with all of its recordings.
 */
export const PATIENCE = { call: 7, job: 35, farewell: 155 };

export function connect(options: DatabaseOptions) {
  const { url, max = 16, patience = PATIENCE, rest = 30 } = options;
  const pool: postgres.Sql = postgres(url, {
    max,
    connect_timeout: 5,
    patience: patience.job,
    idle_timeout: rest,
    backoff: pause,
    onnotice: () => {},
    types: { bigint: safeInteger },
    connection: {
      application_name: "kinora",
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  });

  const process: string = crypto.randomUUID();

  return {
    /** The pool itself, for code that must own a connection: LISTEN, the job queue, migrations. */
    pool,
    /** The name of this process, written on everything that it reserves in the database for a while. */
    process,
    /** The caller's rights: row-level security decides. */
    as: (caller: Caller, by: "call" | "farewell" = "call") =>
      asDb((run) => begin(pool, patience[by], (sql) => becomeCaller(sql, caller), run)),
    /** Goes past every policy, for a `reason`; only reviewed files may call it. `job`: nobody waits for its answers. */
    asService: (reason: string, by: "call" | "job" = "call") =>
      asDb((run) => begin(pool, patience[by], (sql) => nameService(sql, { reason, process }), run)),
    close: () => pool.end({ timeout: 5 }),
  };
}

/** A connection without the time limits of the pool: a migration may take what it needs. */
export async function alone<T>(url: string, run: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await run(sql);
  } finally {
    await sql.end();
  }
}

/** The database in transactions that `within` opens. */
export function asDb(within: <T>(run: (sql: Sql) => Promise<T> | T) => Promise<T>): Db {
  const db = (
    asked: TemplateStringsArray | ((sql: Sql) => unknown),
    ...values: postgres.ParameterOrFragment<never>[]
  ) => within((sql) => (typeof asked === "function" ? asked(sql) : sql(asked, ...values)));
  return db as Db; // each way of asking answers as its signature says
}

/** Seconds until the next try to connect: queries wait for it meanwhile. */
const pause = (failures: number) => Math.min(2 ** failures / 50, 0.5);

/** Sizes and counts are int8 in Postgres; all of ours stay far below 2^53. */
const safeInteger = {
  to: 20,
  from: [20],
  parse: (text: string) => Number(text),
  serialize: (value: number) => String(value),
};

/** Sends the set-up and the work without waiting in between: Postgres answers in order. */
async function begin<T>(
  pool: postgres.Sql,
  patience: number,
  prepare: (sql: Sql) => Promise<unknown>,
  run: (sql: Sql) => Promise<T> | T,
): Promise<T> {
  const work = async (sql: Sql) => {
    const [prepared, done] = await Promise.allSettled([prepare(sql), run(sql)]);
    // The set-up's error comes first: the work after it failed only in consequence.
    if (prepared.status === "rejected") throw prepared.reason;
    if (done.status === "rejected") throw done.reason;
    return { value: done.value };
  };
  const result = await pool.begin("", work, patience);
  return (result as { value: T }).value; // postgres.js unwraps arrays of queries, so the value travels in a box
}

const nameService = (sql: Sql, { reason, process }: { reason: string; process: string }) =>
  sql`
    select set_config('kinora.service', ${reason}, true),
           set_config('kinora.process', ${process}, true)
  `.execute();

function becomeCaller(sql: Sql, caller: Caller): Promise<unknown> {
  // A postgres query is sent when it is awaited or chained: .execute() sends it now, ahead of the work.
  return sql`
    select private.assert_session(${caller.sub ?? null}::uuid, ${caller.sid ?? null}::uuid),
           set_config('role', ${caller.role}, true),
           set_config('request.jwt.claims', ${JSON.stringify(caller)}, true)
  `.execute();
}
