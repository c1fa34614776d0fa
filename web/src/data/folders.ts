import { queryOptions } from "@tanstack/react-query";
import {
  type ChangeFolder,
  changeFolderCall,
  createFolderCall,
  deleteFolderCall,
  type Folder,
  listFoldersCall,
  type NewFolder,
  orderFolderCall,
} from "#contract/folders.ts";
import { call } from "#web/lib/request.ts";
import { recordingsKey } from "./recordings.ts";
import { sharedQuery } from "./shares.ts";
import { serversWords, unlessAtField, write } from "./write.ts";

export const foldersQuery = queryOptions({
  queryKey: [...recordingsKey, "folders"],
  queryFn: async ({ signal }) => (await call(listFoldersCall, { signal })).folders,
});

export const createFolder = write({
  send: (body: NewFolder) => call(createFolderCall, { body }),
  stale: recordingsKey,
  success: () => "Folder created",
  failure: unlessAtField("Failed to create the folder"),
});

export const changeFolder = write({
  send: ({ id, ...body }: ChangeFolder & { id: string }) =>
    call(changeFolderCall, { params: { id }, body }),
  stale: recordingsKey,
  failure: unlessAtField("Failed to change the folder"),
});

export const deleteFolder = (id: string, done: () => void) =>
  write({
    send: (videos: "up" | "trash") => call(deleteFolderCall, { params: { id }, query: { videos } }),
    stale: recordingsKey,
    success: (_, videos) =>
      videos === "trash" ? "Folder deleted, its recordings are in the trash" : "Folder deleted",
    done,
    failure: serversWords("Failed to delete the folder"),
  });

export const orderFolder = (id: string, shareToken: string) =>
  write({
    send: (ids: readonly string[]) =>
      call(orderFolderCall, { params: { id }, body: { ids: [...ids] } }),
    stale: sharedQuery(shareToken).queryKey,
    show: (cache, ids) =>
      cache.setQueryData(sharedQuery(shareToken).queryKey, (view) => {
        if (view?.kind !== "folder") return view;
        const place = new Map(ids.map((recording, n) => [recording, n]));
        const recordings = view.folder.recordings.toSorted(
          (a, b) => (place.get(a.id) ?? ids.length) - (place.get(b.id) ?? ids.length),
        );
        return { ...view, folder: { ...view.folder, recordings } };
      }),
    failure: serversWords("Failed to change the order"),
  });

export interface PlacedFolder extends Folder {
  /** From the top down to the folder itself. */
  path: readonly Folder[];
}

/** All folders as they stand in a tree: each is followed by those that lie in it. */
export function inTree(folders: readonly Folder[]): PlacedFolder[] {
  const below = (parent: string | null, path: readonly Folder[]): PlacedFolder[] =>
    folders
      .filter(({ parent_id }) => parent_id === parent)
      .flatMap((folder) => {
        const here = [...path, folder];
        return [{ ...folder, path: here }, ...below(folder.id, here)];
      });
  return below(null, []);
}

export const pathName = ({ path }: PlacedFolder) => path.map(({ name }) => name).join(" / ");
