import { queryOptions } from "@tanstack/react-query";
import {
  type Chapter,
  listChaptersCall,
  setChaptersCall,
  suggestCall,
} from "#contract/chapters.ts";
import { call } from "#web/lib/request.ts";
import { asked, type Scope, scopedKey } from "./discussion-key.ts";
import { read } from "./read.ts";
import { serversWords, write } from "./write.ts";

export const chaptersKey = (scope: Scope) => scopedKey("chapters", scope);

export const chaptersQuery = (scope: Scope) =>
  queryOptions({
    ...read(chaptersKey(scope), listChaptersCall, asked(scope)),
    select: ({ chapters }) => chapters,
  });

export const setChapters = (scope: Scope) =>
  write({
    send: (chapters: Chapter[]) => call(setChaptersCall, { ...asked(scope), body: { chapters } }),
    show: (cache, chapters) => cache.setQueryData(chaptersQuery(scope).queryKey, { chapters }),
    stale: chaptersKey(scope),
    failure: serversWords("Failed to save chapters"),
  });

/** Changes nothing: what is accepted is saved by the calls for it. */
export const suggestChapters = ({ recordingId }: Scope) =>
  write({
    send: () => call(suggestCall, { params: { id: recordingId } }),
    failure: serversWords("Failed to suggest a title and chapters"),
  });
