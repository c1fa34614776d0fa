import { Popover } from "@base-ui/react/popover";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bell as BellIcon, Eye, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { userTopic } from "#contract/events.ts";
import { MOST_UNREAD, type Notice } from "#contract/notices.ts";
import { noticesQuery, readNotices } from "#web/data/notices.ts";
import { useTopic } from "#web/data/realtime.ts";
import { markStale } from "#web/data/stale.ts";
import { formatAgo } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { useLater } from "#web/lib/use-later.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { popupLook } from "#web/ui/layers/menu.tsx";
import { Loading } from "#web/ui/skeleton.tsx";

/** Where realtime does not answer, the notices are read all the same, after this time. */
const LATEST_MS = 5_000;

/** The notices about one's recordings. Opening them marks them as read; new ones stay marked until the list closes. */
export function Bell() {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [isDue, setDue] = useState(false);
  const { data, error, refetch } = useQuery({ ...noticesQuery, enabled: isDue || open });
  useTopic(userTopic(useUser().id), (name) => {
    if (name === "joined" && !isDue) setDue(true);
    else if (name === "notice" || name === "joined") markStale(queryClient, noticesQuery.queryKey);
  });
  // The list is first read when realtime has joined: read before, it would have to be read twice.
  useLater(LATEST_MS, () => setDue(true));
  const { mutate: read } = useMutation(readNotices);
  const unread = data?.unread_count ?? 0;
  // Notices that arrive while the list is open, or were on their way when it opened, are marked as read, too.
  useEffect(() => {
    if (open && data && data.unread_count > 0) read(data);
  }, [open, data, read]);
  const change = (opens: boolean) => {
    setOpen(opens);
    if (!opens) void queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey });
  };
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger render={<BellButton unread={unread} />} />
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={6} collisionPadding={12} className="z-50">
          <Popover.Popup className={cx(popupLook, "relative w-92 max-w-(--available-width) p-0!")}>
            <Popover.Title className="px-4 pt-3 pb-2 font-semibold text-14">Notices</Popover.Title>
            <NoticeRows
              notices={data?.notices}
              hasFailed={error !== null}
              onRetry={() => void refetch()}
              onFollow={() => change(false)}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function BellButton({ unread, ...props }: { unread: number }) {
  return (
    <IconButton
      label={unread > 0 ? `Notices, ${unreadText(unread)} new` : "Notices"}
      icon={<BellIcon />}
      size="sm"
      className="relative"
      {...props}
    >
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-1 -right-1 grid h-4 min-w-4 place-items-center rounded-full bg-ink px-1 font-semibold text-[0.625rem] text-paper leading-none tabular-nums"
        >
          {unreadText(unread)}
        </span>
      )}
    </IconButton>
  );
}

interface Props {
  notices: readonly Notice[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  onFollow: () => void;
}

export function NoticeRows({ notices, hasFailed, onRetry, onFollow }: Props) {
  const { isNew, hasNew, forget } = useNew(notices);
  if (!notices && hasFailed)
    return (
      <div role="alert" className="flex items-center justify-between gap-3 px-4 pt-1 pb-4 text-13">
        Failed to load notices
        <Button size="sm" onClick={onRetry}>
          Retry
        </Button>
      </div>
    );
  if (!notices)
    return <Loading label="Loading notices" className="grid gap-3 p-4" blocks={["h-10", "h-10"]} />;
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
  const { actor, kind, recording_title, excerpt, created_at } = notice;
  const link = noticeLink(notice);
  const look = cx("flex gap-3 px-4 py-3 text-left -outline-offset-2", isNew && "bg-wash");
  const Icon = kind === "video_deleted" ? Trash2 : Eye;
  const words = (
    <>
      {actor ? (
        <Avatar username={actor.username} picture={actor.profile_picture} />
      ) : (
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-wash-2 text-ink-2">
          <Icon className="size-4" />
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
        {excerpt && <bdi className="line-clamp-2 text-ink-2">{excerpt}</bdi>}
        <span className="text-12 text-ink-3">{formatAgo(created_at)}</span>
      </span>
    </>
  );
  if (!link) return <div className={look}>{words}</div>;
  return (
    <Link {...link} className={cx(look, "hover:bg-wash")} onClick={onFollow}>
      {words}
    </Link>
  );
}

/** The event of a notice, as a sentence around the title of the recording. */
export function noticeText({ kind, actor, share_label }: Notice) {
  const who = actor?.username ?? "Somebody";
  const link = share_label ? `your link “${share_label}”` : "your link";
  const texts: Record<Notice["kind"], string> = {
    comment: `${who} commented on`,
    reply: `${who} replied to you on`,
    mention: `${who} mentioned you on`,
    first_view: `${who} opened ${link} to`,
    link_asked: `${who} cannot open your link and asks for another to`,
    video_deleted: "An admin has deleted",
  };
  return texts[kind];
}

/** The address where it happened; undefined where the reader can no longer go there. */
export function noticeLink(notice: Notice) {
  if (notice.recording_title === null || notice.recording_id === null) return undefined;
  // A link may be a folder's, where the recording is one of several.
  const page = notice.share_token
    ? { to: `/shared/${notice.share_token}`, search: { v: notice.recording_id } }
    : { to: `/video/${notice.recording_id}` };
  return { ...page, hash: notice.comment_id ? `comment-${notice.comment_id}` : undefined };
}

export const unreadText = (count: number) => (count >= MOST_UNREAD ? "99+" : String(count));
