import type { ISql } from "postgres";
import type { Database } from "#api/platform/database.ts";
import type { Visitor } from "./app.ts";

/** Columns of a recording that a test has something to say about. */
interface Columns {
  filename?: string;
  original_filename?: string;
  size?: number;
  duration?: number | null;
  created_at?: string;
  status?: string;
  storage_type?: string;
  store?: string;
  storage_key?: string;
  updated_at?: string;
}

const unremarkable = {
  filename: "The demo",
  original_filename: "clip.webm",
  status: "ready",
  size: 1000,
  duration: 12.5,
  width: 1280,
  height: 720,
};

/** Recordings that are ready and have no bytes: what is in them does not matter. Gives their ids. */
export async function insertRecordings(
  sql: ISql,
  owner: string,
  rows: Columns[],
): Promise<string[]> {
  const complete = rows.map((row) => ({ ...unremarkable, ...row, owner_id: owner }));
  const inserted = await sql<{ id: string }[]>`
    insert into public.recordings ${sql(complete)} returning id
  `;
  return inserted.map(({ id }) => id);
}

export async function insertRecording(
  sql: ISql,
  owner: string,
  row: Columns = {},
): Promise<string> {
  const [id] = await insertRecordings(sql, owner, [row]);
  if (!id) throw new Error("insert returned no row");
  return id;
}

/** A finished recording of theirs. */
export function recordingOf(database: Database, owner: { id: string }, filename?: string) {
  const service = database.asService("a test makes a recording");
  return service((sql) => insertRecording(sql, owner.id, filename ? { filename } : {}));
}

/** By way of the trash. The answer is the last one. */
export async function deleteForGood(owner: Visitor, id: string): Promise<Response> {
  await owner.call("DELETE", `/recordings/${id}`);
  return owner.call("DELETE", `/trash/${id}`);
}
