import type { Db as BossDatabase } from "pg-boss";
import type postgres from "postgres";
import type { Sql } from "./database.ts";

export interface Listener {
  /** Jobs were sent to this queue. */
  onSent(queue: string): void;
  /** Nothing was heard for a while: whatever was sent meanwhile, was missed. */
  onReconnect(): void;
}

/** The queue on our own connections. What it hears of new jobs, we hear. */
export function bossDatabase(pool: postgres.Sql, listener: Listener): BossDatabase {
  return {
    executeSql: (text, values) =>
      values?.length ? within(pool).executeSql(text, values) : runScript(pool, text),
    async listen(channel, onNotification, onReconnect) {
      const heard = (queue: string) => {
        onNotification(queue);
        listener.onSent(queue);
      };
      const subscription = await pool.listen(channel, heard, () => {
        onReconnect();
        listener.onReconnect();
      });
      return { close: () => subscription.unlisten() };
    },
  };
}

export function within(sql: Sql | postgres.Sql, patience?: number): BossDatabase {
  return {
    async executeSql(text, values = []) {
      const parameters = values as postgres.ParameterOrJSON<never>[]; // unknown to pg-boss's types only: it sends what every driver takes
      return { rows: [...(await sql.unsafe(text, parameters, { patience }))] };
    },
  };
}

/** Scripts hold several statements and their own BEGIN: one connection, and the protocol that takes such texts. */
async function runScript(pool: postgres.Sql, text: string): Promise<{ rows: postgres.Row[] }> {
  const connection = await pool.reserve();
  try {
    const results: unknown[] = await connection.unsafe(text).simple();
    return { rows: results.flat().filter(isRow) };
  } catch (error) {
    // What failed within the script's own transaction would fail everybody who has the connection next.
    await connection`rollback`.catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
}

const isRow = (value: unknown): value is postgres.Row =>
  typeof value === "object" && value !== null;
