import { Popover } from "@base-ui/react/popover";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { userTopic } from "#contract/events.ts";
import { noticesQuery, readNotices } from "#web/data/notices.ts";
import { useTopic } from "#web/data/realtime.ts";
import { markStale } from "#web/data/stale.ts";
import { useUser } from "#web/lib/session.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { popupLook } from "#web/ui/layers/menu.tsx";
import { NoticeRows } from "./notice-rows.tsx";
import { unreadText } from "./notice-text.ts";

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
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), LATEST_MS);
    return () => clearTimeout(timer);
  }, []);
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
      size="sm"
      className="relative"
      {...props}
    >
      <BellIcon />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-1 -right-1 grid h-4 min-w-4 place-items-center rounded-full bg-ink px-1 font-semibold text-[10px] text-paper leading-none tabular-nums"
        >
          {unreadText(unread)}
        </span>
      )}
    </IconButton>
  );
}
