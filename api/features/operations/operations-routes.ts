import { Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { ModelShelf } from "#api/services/transcription/transcription.ts";
import { Done, Id } from "#contract/common.ts";
import { JobQueues, ServerState } from "#contract/server.ts";
import { downloadModel } from "./download-model.ts";
import { discardJob, readJobs, retryJob } from "./jobs.ts";
import { askStorageCheck, readServer, type ServerProcess } from "./server.ts";

interface Deps extends Pick<Base, "env" | "objects"> {
  guards: Guards;
  jobs: Pick<Jobs, "send">;
  shelf: ModelShelf | null;
  process: ServerProcess;
}

const Target = z.object({ id: Id });
const done = { success: true } as const;

/** Mounted at `/admin`. */
export function operationsRoutes({ guards, env, objects, jobs, shelf, process }: Deps) {
  return new Hono<AppEnv>()
    .get("/server", guards.superAdmin, async (c) =>
      reply(
        c,
        ServerState,
        await readServer(c.var.db, { objects, process, shelf, directory: env.DATA_DIR }),
      ),
    )
    .post("/server/storage-check", guards.superAdmin, async (c) => {
      await askStorageCheck(c.var.db, jobs);
      return reply(c, Done, done, 202);
    })
    .post(
      "/server/speech-models/:name/download",
      guards.superAdmin,
      valid("param", z.object({ name: z.string() })),
      (c) => {
        downloadModel(shelf, c.req.valid("param").name);
        return reply(c, Done, done, 202);
      },
    )
    .get("/jobs", guards.superAdmin, async (c) => reply(c, JobQueues, await readJobs(c.var.db)))
    .post("/jobs/:id/retry", guards.superAdmin, valid("param", Target), async (c) => {
      await retryJob(c.var.db, c.req.valid("param").id);
      return reply(c, Done, done);
    })
    .delete("/jobs/:id", guards.superAdmin, valid("param", Target), async (c) => {
      await discardJob(c.var.db, c.req.valid("param").id);
      return reply(c, Done, done);
    });
}
