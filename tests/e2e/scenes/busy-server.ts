import type { Page } from "@playwright/test";
import type { JobQueues, ServerState } from "#contract/server.ts";

/** A server with something to do, a job that failed and a check that found something. */
export async function busyServer(page: Page): Promise<void> {
  await page.route("**/api/admin/server", (route) => route.fulfill({ json: state }));
  await page.route("**/api/admin/jobs", (route) => route.fulfill({ json: jobs }));
}

const NOON = "2026-11-20T12:00:00Z";
const GB = 2 ** 30;

const state: ServerState = {
  version: "0.1.0",
  mode: "embedded",
  uptime_seconds: 9 * 86_400 + 4 * 3600,
  open_sockets: 37,
  database_bytes: 412 * 2 ** 20,
  database_version: "17.10",
  disk_free_bytes: 182 * GB,
  disk_total_bytes: 480 * GB,
  stores: [
    { name: "disk", storage_type: "local", recordings: 1284, bytes: 298 * GB },
    { name: "supabase", storage_type: null, recordings: 12, bytes: 2 * GB },
  ],
  speech_models: [
    {
      ...{ name: "parakeet-tdt_ctc-110m", bytes: 135_373_280, licence: "CC-BY-4.0" },
      ...{ credit: "NVIDIA", languages: ["en"], state: "ready", bytes_here: 135_373_280 },
      error: null,
    },
    {
      ...{ name: "parakeet-tdt-0.6b-v3", bytes: 739_508_576, licence: "CC-BY-4.0" },
      ...{ credit: "NVIDIA", languages: ["bg", "de", "en", "fr"], state: "downloading" },
      ...{ bytes_here: 312 * 1e6, error: null },
    },
    {
      ...{ name: "whisper-small", bytes: 269_751_136, licence: "MIT", credit: "OpenAI" },
      ...{ languages: null, state: "absent", bytes_here: 0 },
      error: "The speech model could not be downloaded from huggingface.co.",
    },
  ],
  storage_check: {
    asked_at: NOON,
    finished_at: NOON,
    failure: null,
    stores: [
      {
        store: "disk",
        objects: 2571,
        missing: 1,
        missing_examples: ["4f/4fd0c1c2-6a1c-4a53-9a3f-0c6c6f4c2a11"],
        unknown: 0,
        unknown_examples: [],
      },
    ],
  },
};

const jobs: JobQueues = {
  kinds: [
    { kind: "process-recording", waiting: 3, running: 1, failed: 1 },
    { kind: "draw-contact-sheet", waiting: 8, running: 0, failed: 0 },
    { kind: "move-recording", waiting: 12, running: 2, failed: 0 },
    { kind: "sweep", waiting: 0, running: 0, failed: 0 },
  ],
  failed: [
    {
      id: "4fd0c1c2-6a1c-4a53-9a3f-0c6c6f4c2a11",
      kind: "process-recording",
      data: { recording_id: "9a3f4fd0-c1c2-4a53-6a1c-0c6c6f4c2a11" },
      reason: "The file ends in the middle of a cluster",
      failed_at: NOON,
    },
  ],
};
