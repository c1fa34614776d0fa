import type { StorageType } from "#contract/recordings.ts";
import { oneOf, pageNumber, text } from "#web/lib/search.ts";

/** The state of the library that a link reproduces; a missing field is the default. */
export interface LibraryAddress {
  page?: number | undefined;
  search?: string | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  folder?: string | undefined;
  captions?: Truth | undefined;
  shared?: Truth | undefined;
  storage?: StorageType | undefined;
}

type Truth = "true" | "false";
const SORTS = ["oldest", "title", "longest", "largest", "views"] as const;

/** A word of the address may be read as the value that it names. */
const truth = (value: unknown) => oneOf(["true", "false"], String(value));

export const readAddress = (search: Record<string, unknown>): LibraryAddress => ({
  page: pageNumber(search.page),
  search: text(search.search),
  sort: oneOf(SORTS, search.sort),
  folder: text(search.folder),
  captions: truth(search.captions),
  shared: truth(search.shared),
  storage: oneOf(["s3", "google_drive", "local"], search.storage),
});

const PAGE_SIZE = 10;

export const listOptions = ({ page = 1, folder, ...address }: LibraryAddress) => ({
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE,
  ...address,
  folder_id: folder,
});

export const pagesOf = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE));

export const isNarrowed = ({ folder, captions, shared, storage }: LibraryAddress) =>
  [folder, captions, shared, storage].some((part) => part !== undefined);
