import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { IconButton } from "./controls/icon-button.tsx";
import { cx } from "./cx.ts";

export type OnPage = (page: number, replace?: boolean) => void;

interface Props {
  page: number;
  pages: number;
  onPage: OnPage;
}

export function Pagination({ page, pages, onPage }: Props) {
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-1">
      <IconButton
        label="Previous page"
        icon={<ChevronLeft />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      {pagesShown(page, pages).map((shown, index, all) =>
        shown === "…" ? (
          <span key={`gap-after-${all[index - 1]}`} className="px-1 text-ink-3">
            …
          </span>
        ) : (
          <button
            key={shown}
            type="button"
            aria-label={`Page ${shown}`}
            aria-current={shown === page ? "page" : undefined}
            onClick={() => onPage(shown)}
            className={cx(
              "h-10 min-w-10 rounded-8 px-2 font-medium text-14 tabular-nums",
              shown === page ? "bg-ink text-paper" : "text-ink-2 hover:bg-wash hover:text-ink",
            )}
          >
            {shown}
          </button>
        ),
      )}
      <IconButton
        label="Next page"
        icon={<ChevronRight />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}

/** After the last of a page was deleted, or by an old link: the last page there is, in the place of the other. */
export function useNoPageBeyond(page: number, pages: number, onPage: OnPage) {
  const isBeyond = page > pages;
  const goToLast = useEffectEvent(() => onPage(pages, true));
  useEffect(() => {
    if (isBeyond) goToLast();
  }, [isBeyond]);
}

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
