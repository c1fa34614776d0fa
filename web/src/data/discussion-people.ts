import { queryOptions } from "@tanstack/react-query";
import { listPeopleCall } from "#contract/discussion.ts";
import { call } from "#web/lib/request.ts";
import { asked, discussionKey, type Scope } from "./discussion-key.ts";

/** The people whom a comment can mention. */
export const peopleQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...discussionKey(scope), "people"],
    queryFn: async ({ signal }) => (await call(listPeopleCall, { ...asked(scope), signal })).people,
  });
