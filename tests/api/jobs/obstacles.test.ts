import pino from "pino";
import { describe, expect, it } from "vitest";
import { patiently } from "#api/jobs/obstacles.ts";
import { type JobHandler, startJobs } from "#api/platform/jobs/queue.ts";
import { StoreFull, StoreUnreachable } from "#api/platform/objects/store.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { testDatabase } from "#tests/support/database.ts";
import { type Note, newKind } from "#tests/support/notes.ts";

const { pool } = await testDatabase();
const log = pino({ level: "silent" });
const jobs = await startJobs({ pool, log, pollSeconds: 3600 });
atEndOfFile(jobs.stop);

const failing = (error: Error) => async () => {
  throw error;
};

/** The outcome of a job that fails with this error: the error it throws, and the job that is sent again. */
async function tried(
  error: Error,
  options: Partial<Parameters<typeof patiently<Note>>[2]> = {},
  signal = new AbortController().signal,
) {
  const kind = newKind();
  const handler: JobHandler<Note> = patiently(kind, failing(error), {
    ...{ jobs, log, purpose: "to take a note", ...options },
  });
  const thrown = await handler({ note: "a" }, { signal, account: "Ada", isUrgent: true }).catch(
    (reason) => reason,
  );
  const again = await pool`
    select data, account, urgent, round(extract(epoch from due_at - sent_at))::int as seconds
      from private.jobs where kind = ${kind.name}
  `;
  return { thrown, again: [...again] };
}

const later = (seconds: number) => ({
  thrown: undefined,
  again: [{ data: { note: "a" }, account: "Ada", urgent: true, seconds }],
});
const full = new StoreFull();
const unreachable = new StoreUnreachable("away");
const noSpace = Object.assign(new Error("write"), { code: "ENOSPC" });

describe("work that something stands in the way of", () => {
  it("is sent again for the same account, as urgent as it was: soon where a store is away, later where a disk is full", async () => {
    expect(await tried(unreachable)).toEqual(later(60));
    expect(await tried(full)).toEqual(later(600));
    expect(await tried(noSpace)).toEqual(later(600));
  });

  it("is told that it is put off, before it is sent again", async () => {
    const putOff: Note[] = [];
    const whenPutOff = async (note: Note) => void putOff.push(note);
    await tried(full, { whenPutOff });
    expect(putOff).toEqual([{ note: "a" }]);
    const refusal = new Error("the row is gone");
    expect(await tried(full, { whenPutOff: failing(refusal) })).toEqual({
      ...{ thrown: refusal, again: [] },
    });
  });

  it("fails by what does not pass", async () => {
    const bug = new TypeError("undefined is not a function");
    expect(await tried(bug)).toEqual({ thrown: bug, again: [] });
  });

  it("is not sent twice when it is stopped: it was given back", async () => {
    expect(await tried(unreachable, {}, AbortSignal.abort())).toEqual({
      ...{ thrown: unreachable, again: [] },
    });
  });
});
