import { z } from "zod";
import { Done, forSuperAdmin, Id, Time } from "./common.ts";
import { StorageType } from "./recordings.ts";

const CheckedStore = z.object({
  store: z.string(),
  objects: z.number().describe("That rows refer to"),
  refused: z.number().optional().describe("Objects of which the store tells nothing"),
  missing: z.number().describe("Rows without bytes"),
  missing_examples: z.array(z.string()),
  unknown: z
    .number()
    .nullable()
    .describe("Bytes without rows; null where the store does not tell all that it holds"),
  unknown_examples: z.array(z.string()),
  unread: z.number().optional().describe("People's drives that could not be looked into"),
});
export type CheckedStore = z.infer<typeof CheckedStore>;

const StorageCheck = z.object({
  asked_at: Time,
  finished_at: Time.nullable(),
  failure: z.string().nullable(),
  stores: z.array(CheckedStore),
});

const SpeechModel = z.object({
  name: z.string(),
  bytes: z.number().nullable().describe("Null of a file of the operator's own"),
  licence: z.string().nullable(),
  credit: z.string().nullable().describe("Whom the licence wants to be named"),
  languages: z.array(z.string()).readonly().nullable().describe("Null: about a hundred"),
  state: z.enum(["absent", "downloading", "ready", "broken"]),
  bytes_here: z.number(),
  error: z.string().nullable().describe("Why the last download ended"),
});
export type SpeechModel = z.infer<typeof SpeechModel>;

export const ServerState = z.object({
  version: z.string(),
  mode: z.enum(["embedded", "postgres", "supabase"]),
  uptime_seconds: z.number(),
  open_sockets: z.number().nullable().describe("Null where others serve them"),
  database_bytes: z.number(),
  database_version: z.string(),
  disk_free_bytes: z.number(),
  disk_total_bytes: z.number(),
  stores: z.array(
    z.object({
      name: z.string(),
      storage_type: StorageType.nullable().describe("Null where it is not connected"),
      recordings: z.number(),
      bytes: z.number(),
    }),
  ),
  speech_models: z
    .array(SpeechModel)
    .nullable()
    .describe("What this machine transcribes with; null where it does not"),
  storage_check: StorageCheck.nullable().describe("The last that was asked for"),
});
export type ServerState = z.infer<typeof ServerState>;

export const JobQueues = z.object({
  kinds: z.array(
    z.object({
      kind: z.string(),
      waiting: z.number(),
      running: z.number(),
      failed: z.number(),
    }),
  ),
  failed: z
    .array(
      z.object({
        id: Id,
        kind: z.string(),
        data: z.record(z.string(), z.unknown()),
        reason: z.string(),
        failed_at: Time,
      }),
    )
    .describe("The hundred that failed last"),
});
export type JobQueues = z.infer<typeof JobQueues>;

export const getServerStateCall = forSuperAdmin("GET /admin/server", {
  summary: "How this server is: version, room, database, storage, sockets",
  answer: ServerState,
});

export const checkStorageCall = forSuperAdmin("POST /admin/server/storage-check", {
  summary: "Compare what rows say with what the stores really hold; a job does it",
  status: 202,
  answer: Done,
  refusals: [409],
});

export const downloadSpeechModelCall = forSuperAdmin(
  "POST /admin/server/speech-models/{name}/download",
  {
    summary: "Download a speech model now; without it, it is downloaded when it is first needed",
    status: 202,
    answer: Done,
  },
);

export const listJobsCall = forSuperAdmin("GET /admin/jobs", {
  summary: "What waits, runs and has failed",
  answer: JobQueues,
});

export const retryJobCall = forSuperAdmin("POST /admin/jobs/{id}/retry", {
  summary: "Try a job once more that has failed for good",
  answer: Done,
});

export const discardJobCall = forSuperAdmin("DELETE /admin/jobs/{id}", {
  summary: "Forget a job that has failed for good",
  answer: Done,
});
