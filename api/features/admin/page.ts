export interface Page {
  page: number;
  per_page: number;
}

/** The envelope of a page whose rows carry the total. A page past the end is empty, and so is its total. */
export function pageOf({ page, per_page }: Page, rows: readonly { total: number }[]) {
  const total = rows[0]?.total ?? 0;
  return { total, page, per_page, total_pages: Math.max(1, Math.ceil(total / per_page)) };
}

/** For `ilike`: what people type is text, not a pattern. */
export const containing = (search: string) => `%${search.replace(/[\\%_]/g, "\\$&")}%`;
