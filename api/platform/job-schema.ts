import postgres from "postgres";

/** Where the queue's tables stand, apart from ours. */
export const JOB_SCHEMA = "pgboss";

/** Makes the queue's tables where there are none. The queue would do so itself, but these wait for nothing of ours. */
export async function makeJobSchema(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    const [found] = await sql`select to_regnamespace(${JOB_SCHEMA}) as schema`;
    if (found?.schema) return;
    const [{ PgBoss }, { bossDatabase }] = await Promise.all([
      import("pg-boss"), // read when Postgres is started already
      import("./boss-database.ts"),
    ]);
    const db = bossDatabase(sql, { onSent() {}, onReconnect() {} });
    const boss = new PgBoss({ db, schema: JOB_SCHEMA, schedule: false, supervise: false });
    await boss.start();
    await boss.stop({ graceful: false, close: false });
  } finally {
    await sql.end();
  }
}
