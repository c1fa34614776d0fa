import { Link } from "@tanstack/react-router";
import { Eye, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Notice } from "#contract/notices.ts";
import { formatAgo } from "#web/lib/format.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { noticeLink, noticeText } from "./notice-text.ts";

interface Props {
  notices: readonly Notice[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  onFollow: () => void;
}

export function NoticeRows({ notices, hasFailed, onRetry, onFollow }: Props) {
  const { isNew, hasNew, forget } = useNew(notices);
  if (!notices) return hasFailed ? <Failed onRetry={onRetry} /> : <Waiting />;
  if (notices.length === 0) {
    return (
      <p className="px-4 pt-2 pb-6 text-13 text-ink-2">
        Nothing yet. Comments on your recordings and first views of your links appear here.
      </p>
    );
  }
  return (
    <>
      {hasNew && (
        <Button size="sm" tone="quiet" className="absolute top-1.5 right-2" onClick={forget}>
          Mark all read
        </Button>
      )}
      <ul className="max-h-[60dvh] divide-y divide-line overflow-y-auto border-line border-t">
        {notices.map((notice) => (
          <li key={notice.id}>
            <Row notice={notice} isNew={isNew(notice)} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A notice that was new when the list first showed it stays so until `forget`, or until the list closes. */
function useNew(notices: readonly Notice[] | undefined) {
  const [known, setKnown] = useState(() => ({ fresh: new Set<string>(), read: new Set<string>() }));
  const { fresh, read } = known;
  for (const { id, read_at } of notices ?? []) if (read_at === null && !read.has(id)) fresh.add(id);
  return {
    isNew: ({ id }: Notice) => fresh.has(id),
    hasNew: fresh.size > 0,
    forget: () => setKnown({ fresh: new Set(), read: new Set([...read, ...fresh]) }),
  };
}

interface RowProps {
  notice: Notice;
  isNew: boolean;
  onFollow: () => void;
}

function Row({ notice, isNew, onFollow }: RowProps) {
  const link = noticeLink(notice);
  const look = cx("flex gap-3 px-4 py-3 text-left -outline-offset-2", isNew && "bg-wash");
  if (!link) {
    return (
      <div className={look}>
        <Words notice={notice} isNew={isNew} />
      </div>
    );
  }
  return (
    <Link {...link} className={cx(look, "hover:bg-wash")} onClick={onFollow}>
      <Words notice={notice} isNew={isNew} />
    </Link>
  );
}

function Words({ notice, isNew }: Omit<RowProps, "onFollow">) {
  const { actor, kind, recording_title, excerpt, created_at } = notice;
  const Icon = kind === "video_deleted" ? Trash2 : Eye;
  return (
    <>
      {actor ? (
        <Avatar username={actor.username} picture={actor.profile_picture} />
      ) : (
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-wash-2 text-ink-2">
          <Icon aria-hidden="true" className="size-4" />
        </span>
      )}
      <span className="grid min-w-0 flex-1 gap-0.5 text-13 [overflow-wrap:anywhere]">
        <span className="line-clamp-3">
          {isNew && <span className="sr-only">New: </span>}
          {noticeText(notice)}{" "}
          <bdi className="font-medium">
            {recording_title ?? "a recording you can no longer open"}
          </bdi>
        </span>
        {excerpt && (
          <span dir="auto" className="line-clamp-2 text-ink-2">
            {excerpt}
          </span>
        )}
        <span className="text-12 text-ink-3">{formatAgo(created_at, Date.now())}</span>
      </span>
    </>
  );
}

function Waiting() {
  return (
    <Loading label="Loading notices" className="grid gap-3 p-4">
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </Loading>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex items-center justify-between gap-3 px-4 pt-1 pb-4 text-13">
      Failed to load notices
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
