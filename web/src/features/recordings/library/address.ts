import type { RecordingSort } from "#contract/recordings.ts";
import { oneOf, pageNumber, text } from "#web/lib/search.ts";

/** The state of the library that a link reproduces; a missing field is the default. */
export interface LibraryAddress {
  page?: number | undefined;
  search?: string | undefined;
  sort?: Exclude<RecordingSort, "newest"> | undefined;
}

export const readAddress = (search: Record<string, unknown>): LibraryAddress => ({
  page: pageNumber(search.page),
  search: text(search.search),
  sort: oneOf(["oldest", "title", "longest", "largest"], search.sort),
});

const PAGE_SIZE = 10;

/** The part of the list that an address asks the server for. */
export const listOptions = ({ page = 1, search, sort }: LibraryAddress) => ({
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE,
  ...(search && { search }),
  ...(sort && { sort }),
});

export const pagesOf = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE));
