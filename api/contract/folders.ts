import { z } from "zod";
import { Done, forSession, Id, Time } from "./common.ts";
import { isVisible, oneLine } from "./text.ts";

const Name = z
  .string("A folder needs a name")
  .refine((name) => !/[\r\n]/.test(name), { error: "The name is one line", abort: true })
  .overwrite(oneLine)
  .refine(isVisible, { error: "A folder needs a name", abort: true })
  .max(100, "The name is too long");

export const Folder = z.object({
  id: Id,
  name: z.string(),
  parent_id: Id.nullable().describe("Null: the top"),
  recordings: z.number().describe("Directly in it, without those in the trash"),
  created_at: Time,
});
export type Folder = z.infer<typeof Folder>;

export const Folders = z.object({ folders: z.array(Folder) });

export const NewFolder = z.object({ name: Name, parent_id: Id.nullable().optional() });
export type NewFolder = z.infer<typeof NewFolder>;

/** A field that is not named stays as it is. */
export const ChangeFolder = NewFolder.partial();
export type ChangeFolder = z.infer<typeof ChangeFolder>;

const DeleteFolder = z.object({
  videos: z
    .enum(["up", "trash"])
    .default("up")
    .describe("What lies in it goes one level up, or all recordings below into the trash"),
});

/** The place of a recording that is saved, imported or uploaded. */
export const IntoFolder = z.object({
  folder_id: Id.optional().describe("The folder it comes into; without one, the top"),
});

export const listFoldersCall = forSession("GET /folders", {
  summary: "All folders of the caller, by name",
  answer: Folders,
});

export const createFolderCall = forSession("POST /folders", {
  summary: "Make a folder",
  body: NewFolder,
  malformed: 400,
  answer: Folder,
  status: 201,
  refusals: [404, 409],
});

export const changeFolderCall = forSession("PATCH /folders/{id}", {
  summary: "Rename a folder, or move it with all that lies in it",
  body: ChangeFolder,
  malformed: 400,
  answer: Folder,
  refusals: [409],
});

export const deleteFolderCall = forSession("DELETE /folders/{id}", {
  summary: "Delete a folder; its recordings stay unless they are to go to the trash",
  query: DeleteFolder,
  answer: Done,
});

export const FolderOrder = z.object({
  ids: z
    .array(Id)
    .max(1000)
    .refine((ids) => new Set(ids).size === ids.length, "Name each recording once")
    .describe("Recordings directly in it; those that are not named follow in their order"),
});

export const orderFolderCall = forSession("PUT /folders/{id}/order", {
  summary: "Choose the order in which a link to the folder shows its recordings",
  body: FolderOrder,
  malformed: 400,
  answer: Done,
  refusals: [400],
});
