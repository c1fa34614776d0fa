import {
  listNoticesCall,
  type Notice,
  type NoticeList,
  type ReadNotices,
  readNoticesCall,
} from "#contract/notices.ts";
import { call } from "#web/lib/request.ts";
import { read } from "./read.ts";
import { write } from "./write.ts";

const SHOWN = 30;

export const noticesQuery = read(["notices"], listNoticesCall, { query: { limit: SHOWN } });

/** The unread notices on screen, without those that arrive just now: nobody has seen them. All, where more are unread. */
export function shownUnread({ notices, unread_count, has_more }: NoticeList): ReadNotices {
  const ids = notices.flatMap(({ id, read_at }) => (read_at === null ? [id] : []));
  return has_more && unread_count > ids.length ? {} : { ids };
}

/** Nobody has asked for this write, so nobody is told when it fails. */
export const readNotices = write({
  send: (list: NoticeList) => call(readNoticesCall, { body: shownUnread(list) }),
  keep(cache, unread, shown) {
    const ids = new Set(shown.notices.map(({ id }) => id));
    const seen = (one: Notice) => ({ ...one, read_at: one.read_at ?? one.created_at });
    cache.setQueryData(noticesQuery.queryKey, (list) => {
      const notices = list?.notices.map((one) => (ids.has(one.id) ? seen(one) : one)) ?? [];
      return list && { ...list, ...unread, notices };
    });
  },
});
