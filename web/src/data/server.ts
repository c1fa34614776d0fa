import { queryOptions } from "@tanstack/react-query";
import { Done } from "#contract/common.ts";
import { JobQueues, ServerState } from "#contract/server.ts";
import { request } from "#web/lib/request.ts";
import { serversWords, write } from "./write.ts";

/** Apart from what realtime makes stale: nobody announces how a machine is. */
const serverKey = ["server"] as const;
const SOON = 10_000;

export const serverQuery = queryOptions({
  queryKey: [...serverKey, "state"],
  queryFn: ({ signal }) => request("GET", "/admin/server", ServerState, { signal }),
  refetchInterval: SOON,
});

export const jobsQuery = queryOptions({
  queryKey: [...serverKey, "jobs"],
  queryFn: ({ signal }) => request("GET", "/admin/jobs", JobQueues, { signal }),
  refetchInterval: SOON,
});

export const checkStorage = write<void, Done>({
  send: () => request("POST", "/admin/server/storage-check", Done),
  stale: serverKey,
  success: () => "The storage is being checked",
  failure: serversWords("Failed to start the check"),
});

export const downloadSpeechModel = write<string, Done>({
  send: (name) => request("POST", `/admin/server/speech-models/${name}/download`, Done),
  stale: serverKey,
  failure: serversWords("Failed to start the download"),
});

export const retryJob = write<string, Done>({
  send: (id) => request("POST", `/admin/jobs/${id}/retry`, Done),
  stale: serverKey,
  success: () => "The job is tried again",
  failure: serversWords("Failed to retry the job"),
});

export const discardJob = write<string, Done>({
  send: (id) => request("DELETE", `/admin/jobs/${id}`, Done),
  stale: serverKey,
  success: () => "The job is discarded",
  failure: serversWords("Failed to discard the job"),
});
