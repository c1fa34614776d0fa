export interface Page {
  page: number;
  per_page: number;
}

export interface Counted {
  total: number;
}

/** The page that a function has found, before its rows are read. */
export interface Found<Id = string> extends Counted {
  ids: Id[];
  at_least: boolean;
}

/** The envelope of a page; also of one past the last. */
export function pageOf({ page, per_page }: Page, [counted]: readonly Counted[]) {
  const total = counted?.total ?? 0;
  return { total, page, per_page, total_pages: Math.max(1, Math.ceil(total / per_page)) };
}

export const offsetOf = ({ page, per_page }: Page) => (page - 1) * per_page;
