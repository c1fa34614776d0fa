import {
  checkStorageCall,
  discardJobCall,
  downloadSpeechModelCall,
  getServerStateCall,
  listJobsCall,
  retryJobCall,
} from "#contract/server.ts";
import { call } from "#web/lib/request.ts";
import { read } from "./read.ts";
import { serversWords, write } from "./write.ts";

/** Apart from what realtime makes stale: nobody announces how a machine is. */
const serverKey = ["server"] as const;
const SOON = 10_000;

export const serverQuery = {
  ...read([...serverKey, "state"], getServerStateCall),
  refetchInterval: SOON,
};

export const jobsQuery = {
  ...read([...serverKey, "jobs"], listJobsCall),
  refetchInterval: SOON,
};

export const checkStorage = write({
  send: () => call(checkStorageCall),
  stale: serverKey,
  success: () => "The storage is being checked",
  failure: serversWords("Failed to start the check"),
});

export const downloadSpeechModel = write({
  send: (name: string) => call(downloadSpeechModelCall, { params: { name } }),
  stale: serverKey,
  failure: serversWords("Failed to start the download"),
});

export const retryJob = write({
  send: (id: string) => call(retryJobCall, { params: { id } }),
  stale: serverKey,
  success: () => "The job is tried again",
  failure: serversWords("Failed to retry the job"),
});

export const discardJob = write({
  send: (id: string) => call(discardJobCall, { params: { id } }),
  stale: serverKey,
  success: () => "The job is discarded",
  failure: serversWords("Failed to discard the job"),
});
