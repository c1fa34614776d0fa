import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { useDeferredValue } from "react";
import type { SharedWithMe } from "#contract/shared-with-me.ts";
import { hideSharedWithMe, sharedWithMeQuery } from "#web/data/shared-with-me.ts";
import { formatDate, formatDuration } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { type OnPage, Pagination, useNoPageBeyond } from "#web/ui/pagination.tsx";
import { Progress } from "#web/ui/progress.tsx";

export function SharedWithMePage({ page, onPage }: { page: number; onPage: OnPage }) {
  const { recordings, pages } = useSuspenseQuery(sharedWithMeQuery(useDeferredValue(page))).data;
  useNoPageBeyond(page, pages, onPage);
  return (
    <Page width="reading">
      <PageHead
        title="Shared with me"
        help="Recordings of others, as long as a link opens them for you."
      />
      {recordings.length === 0 ? (
        <EmptyState
          icon={<Users />}
          title="Nothing is shared with you"
          help="What others share with your address, or what you open by a link, is here."
        />
      ) : (
        <div className="grid gap-10">
          <ul aria-label="Shared with me" className="grid gap-3">
            {recordings.map((shared) => (
              <SharedRow key={shared.recording.id} shared={shared} />
            ))}
          </ul>
          <Pagination page={page} pages={pages} onPage={onPage} />
        </div>
      )}
    </Page>
  );
}

function SharedRow({ shared }: { shared: SharedWithMe }) {
  const { recording, share_token, owner, first_seen_at, watched_seconds } = shared;
  const { id, filename, duration } = recording;
  const part = duration ? Math.min(100, (watched_seconds / duration) * 100) : 0;
  return (
    <li
      className={cx(
        "relative flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-12 border bg-raised p-4 transition-colors",
        shared.new ? "border-ink" : "border-line hover:border-line-2",
      )}
    >
      <div className="grid min-w-0 flex-1 basis-60 gap-1.5">
        <div className="flex items-center gap-2">
          <h2
            dir="auto"
            className={cx(
              "line-clamp-2 min-w-0 text-14 [overflow-wrap:anywhere]",
              shared.new ? "font-semibold" : "font-medium",
            )}
          >
            {/* Covers the row, so that all of it leads to the video. */}
            <Link
              to="/shared/$shareToken"
              params={{ shareToken: share_token }}
              search={{ v: id }} // the link may be a folder's
              className="after:absolute after:inset-0 after:rounded-12 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-2"
            >
              {filename}
            </Link>
          </h2>
          {shared.new && <Badge tone="info">New</Badge>}
        </div>
        <Facts
          className="text-13 text-ink-2"
          facts={[
            `By ${owner.username}`,
            formatDuration(duration),
            first_seen_at ? `Opened ${formatDate(first_seen_at)}` : "Not opened yet",
          ]}
        />
        {part > 0 && (
          <div className="flex items-center gap-3 text-12 text-ink-2 tabular-nums *:first:flex-1">
            <Progress label={`Watched of ${filename}`} value={part} />
            {Math.round(part)}% watched
          </div>
        )}
      </div>
      <WriteButton
        size="sm"
        className="relative"
        aria-label={`Hide ${filename}`}
        write={hideSharedWithMe}
        input={id}
      >
        Hide
      </WriteButton>
    </li>
  );
}
