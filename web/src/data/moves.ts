import type { QueryClient } from "@tanstack/react-query";
import type { Config } from "#contract/config.ts";
import {
  cancelMoveCall,
  cancelMovesCall,
  getMovesCall,
  type Moves,
  moveAllCall,
  moveRecordingCall,
} from "#contract/moves.ts";
import type { Recording, StorageChoice, StorageType } from "#contract/recordings.ts";
import { call } from "#web/lib/request.ts";
import { read } from "./read.ts";
import { recordingQuery, recordingsKey } from "./recordings.ts";
import { serversWords, write } from "./write.ts";

/** Becomes stale with the recordings: each step of a move changes a recording. */
export const movesQuery = read([...recordingsKey, "moves"], getMovesCall);

const keepRecording = (cache: QueryClient, recording: Recording) =>
  cache.setQueryData(recordingQuery(recording.id).queryKey, recording);

const keepMoves = (cache: QueryClient, moves: Moves) =>
  cache.setQueryData(movesQuery.queryKey, moves);

export const moveRecording = (id: string) =>
  write({
    send: (storage_type: StorageChoice) =>
      call(moveRecordingCall, { params: { id }, body: { storage_type } }),
    keep: keepRecording,
    stale: recordingsKey,
    failure: serversWords("Failed to move recording"),
  });

export const cancelMove = (id: string) =>
  write({
    send: () => call(cancelMoveCall, { params: { id } }),
    keep: keepRecording,
    stale: recordingsKey,
    failure: serversWords("Failed to cancel the move"),
  });

export const moveAllRecordings = write({
  send: (storage_type: StorageChoice) => call(moveAllCall, { body: { storage_type } }),
  keep: keepMoves,
  stale: recordingsKey,
  success: ({ total }) => (total === 0 ? "All recordings are there already" : undefined),
  failure: serversWords("Failed to move recordings"),
});

export const cancelMoves = write({
  send: () => call(cancelMovesCall),
  keep: keepMoves,
  stale: recordingsKey,
  failure: serversWords("Failed to cancel the moves"),
});

/** The name of a storage where somebody chooses it. */
export const placeName = (choice: StorageChoice, { cloud_name }: Pick<Config, "cloud_name">) =>
  choice === "google_drive" ? "Google Drive" : cloud_name.replace(/^This /, "this ");

export type Cloud = Pick<Config, "cloud_storage" | "cloud_name">;

/** The name of the storage in which a recording lies; a type other than this server's own is one that it had before. */
export function storageName(type: StorageType, { cloud_storage, cloud_name }: Cloud) {
  if (type === "google_drive") return "Google Drive";
  if (type === cloud_storage) return cloud_name;
  return type === "s3" ? "Cloud" : "Local";
}

export const isElsewhere = (
  storage: StorageType,
  choice: StorageChoice,
  { cloud_storage }: Pick<Config, "cloud_storage">,
) => storage !== (choice === "s3" ? cloud_storage : choice);

/** The recording has all its bytes, and they will not change by themselves. */
export const canMove = ({ status, moving }: Pick<Recording, "status" | "moving">) =>
  (status === "ready" || status === "failed") && moving === null;
