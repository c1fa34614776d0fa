import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import {
  actOnRecordingsCall,
  type Batch,
  deleteForGoodCall,
  emptyTrashCall,
  listTrashCall,
} from "#contract/trash.ts";
import { stored } from "#web/lib/browser/browser-storage.ts";
import { counted } from "#web/lib/format.ts";
import { call } from "#web/lib/request.ts";
import { recordingsKey } from "./recordings.ts";
import { subscriptionKey } from "./subscriptions.ts";
import { serversWords, tellFirst, write } from "./write.ts";

const PAGE_SIZE = 20;

export const trashQuery = (page: number) =>
  queryOptions({
    queryKey: [...recordingsKey, "trash", page],
    queryFn: async ({ signal }) => {
      const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
      const { recordings, total } = await call(listTrashCall, { query, signal });
      return { recordings, total, pages: Math.max(1, Math.ceil(total / PAGE_SIZE)) };
    },
  });

interface Deletion {
  ids: readonly string[];
  /** These are imports that have not arrived whole, and are not kept. */
  isFinal?: boolean;
  /** Comes when all are gone and before anything is read anew: a page can leave what it shows. */
  onDeleted?: (() => Promise<void>) | undefined;
}

/** The words for so many recordings; none where nothing was done. */
function said({ length }: readonly string[], act: string) {
  if (length === 0) return undefined;
  return `${length === 1 ? "Recording" : counted(length, "recording")} ${act}`;
}

/** A refused recording does not keep the others, so the page can say that both happened. */
export const deleteRecordings = write({
  send: ({ ids }: Deletion) => act({ ids: [...ids], act: "trash" }),
  stale: recordingsKey,
  success: ({ done }, { isFinal }) => said(done, isFinal ? "deleted" : "moved to the trash"),
  undo: ({ done }, { isFinal }, cache) =>
    isFinal ? undefined : () => putBack(cache, done).catch(() => {}), // a failure has its toast
  async done({ refused }, { onDeleted }) {
    tellFirst(refused);
    await onDeleted?.();
  },
  failure: serversWords("Failed to delete recording"),
});

const putBack = (cache: QueryClient, ids: string[]) =>
  cache.getMutationCache().build(cache, restoreRecordings).execute(ids);

const act = (body: Batch) => call(actOnRecordingsCall, { body });

/** For each account: recordings that were thrown away here, where the answer of the server has not come yet. */
export const unheard = stored<Record<string, string[]>, Record<string, string[]>>({
  key: "kinora.discarded",
  schema: z.record(z.string(), z.array(z.string())),
  fallback: {},
});

/** Recordings that are not to be thrown away any more. */
export const forgive = (ids: readonly string[]) =>
  unheard.write(
    Object.fromEntries(
      Object.entries(unheard.read())
        .map(([userId, all]) => [userId, all.filter((id) => !ids.includes(id))] as const)
        .filter(([, left]) => left.length > 0),
    ),
  );

/** A recording that was never in the trash stays where it is. */
export function restore(ids: string[]) {
  forgive(ids);
  return act({ ids, act: "restore" });
}

export const restoreRecordings = write({
  send: restore,
  stale: recordingsKey,
  success: ({ done }) => said(done, "restored"),
  done: ({ refused }) => tellFirst(refused),
  failure: serversWords("Failed to restore"),
});

export const moveRecordings = write({
  send: ({ ids, folder }: { ids: readonly string[]; folder: string | null }) =>
    act({ ids: [...ids], act: "move", folder_id: folder }),
  stale: recordingsKey,
  success: ({ done }) =>
    done.length > 0 ? `${counted(done.length, "recording")} moved` : undefined,
  done: ({ refused }) => tellFirst(refused),
  failure: serversWords("Failed to move"),
});

const useIsLess = (cache: QueryClient) =>
  void cache.invalidateQueries({ queryKey: subscriptionKey });

export const deleteForGood = write({
  send: (id: string) => call(deleteForGoodCall, { params: { id } }),
  stale: recordingsKey,
  keep: useIsLess,
  success: () => "Recording deleted for good",
  failure: serversWords("Failed to delete recording"),
});

export const emptyTrash = write({
  send: () => call(emptyTrashCall),
  stale: recordingsKey,
  keep: useIsLess,
  success: () => "The trash is empty",
  failure: serversWords("Failed to empty the trash"),
});
