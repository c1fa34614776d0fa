import type { Serve } from "#api/access/serve.ts";
import type { Base } from "#api/http/context.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { ModelShelf } from "#api/services/transcription/transcription.ts";
import {
  checkStorageCall,
  discardJobCall,
  downloadSpeechModelCall,
  getServerStateCall,
  listJobsCall,
  retryJobCall,
} from "#contract/server.ts";
import { discardJob, readJobs, retryJob } from "./jobs.ts";
import { askStorageCheck, downloadModel, readServer, type ServerProcess } from "./server.ts";

interface Deps extends Pick<Base, "env" | "objects"> {
  serve: Serve;
  jobs: Pick<Jobs, "send">;
  shelf: ModelShelf | null;
  process: ServerProcess;
}

export function serveOperations({ serve, env, objects, jobs, shelf, process }: Deps): void {
  const known = { objects, process, shelf, directory: env.DATA_DIR };
  serve(getServerStateCall, ({ db }) => readServer(db, known));
  serve(checkStorageCall, ({ db }) => askStorageCheck(db, jobs));
  serve(downloadSpeechModelCall, ({ params }) => downloadModel(shelf, params.name));
  serve(listJobsCall, ({ db }) => readJobs(db));
  serve(retryJobCall, ({ db, params }) => retryJob(db, params.id));
  serve(discardJobCall, ({ db, params }) => discardJob(db, params.id));
}
