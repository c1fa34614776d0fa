/** The page numbers to draw: first, last, and the current one with its neighbours; "…" for gaps. */
export function pagesShown(current: number, total: number): (number | "…")[] {
  const near = [1, current - 1, current, current + 1, total];
  const pages = [...new Set(near)].filter((page) => page >= 1 && page <= total);
  return pages.flatMap((page, index) => {
    const before = pages[index - 1];
    if (before === undefined || page - before === 1) return [page];
    return page - before === 2 ? [page - 1, page] : ["…" as const, page];
  });
}
