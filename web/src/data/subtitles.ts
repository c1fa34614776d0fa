import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type LanguageCode, languageWith } from "#contract/languages.ts";
import {
  type Cue,
  deleteSubtitleCall,
  editSubtitleCall,
  type GenerateSubtitle,
  generateSubtitleCall,
  getSubtitleCall,
  listSubtitlesCall,
  retrySubtitleCall,
  type Subtitle,
  type SubtitleFormat,
  type SubtitleWithCues,
  type TranslateSubtitle,
  translateSubtitleCall,
  uploadSubtitleCall,
} from "#contract/subtitles.ts";
import { ApiError, errorText } from "#web/lib/api-error.ts";
import { downloadBlob } from "#web/lib/browser/download-blob.ts";
import { readTextFile } from "#web/lib/browser/read-text-file.ts";
import { apiUrl, call, requestFile } from "#web/lib/request.ts";
import { asked, headersOf, type Scope, scopedKey } from "./discussion-key.ts";
import { read } from "./read.ts";
import { subscriptionKey } from "./subscriptions.ts";
import { serversWords, unlessAtField, write } from "./write.ts";

export const subtitlesKey = (scope: Scope) => scopedKey("subtitles", scope);

/** How often the page asks about an unfinished subtitle where realtime is silent. */
const PATIENCE = 5_000;

export const subtitlesQuery = (scope: Scope) =>
  queryOptions({
    ...read([...subtitlesKey(scope), "list"], listSubtitlesCall, asked(scope)),
    select: ({ subtitles }) => subtitles,
    refetchInterval: ({ state }) => (state.data?.subtitles.some(isUnderWay) ? PATIENCE : false),
  });

/** A subtitle with its lines and times. A copy that was read while it was being made is read anew when next shown. */
export const subtitleQuery = (scope: Scope, id: string) =>
  queryOptions({
    queryKey: [...subtitlesKey(scope), "one", id],
    queryFn: async ({ signal }) =>
      withoutRemoved(
        await call(getSubtitleCall, { params: one(scope, id), headers: headersOf(scope), signal }),
      ),
    refetchOnMount: ({ state: { data } }) => (data && isUnderWay(data) ? "always" : true),
  });

/** The address for the player's element, which can send no headers. Another version is another address. */
export const trackUrl = ({ recording_id, id, version }: Subtitle, token: string) =>
  apiUrl(`/recordings/${recording_id}/subtitles/${id}/track`, { token, version });

const one = ({ recordingId }: Scope, subtitleId: string) => ({ id: recordingId, subtitleId });

/** Works for a recording that still runs, too: its speech is written down while it arrives. */
export const askForSubtitles = (recordingId: string, wish: Partial<GenerateSubtitle>) =>
  call(generateSubtitleCall, { params: { id: recordingId }, body: wish });

export const generateSubtitle = (scope: Scope, done: () => void) =>
  write({
    send: (wish: GenerateSubtitle) => askForSubtitles(scope.recordingId, wish),
    ...inList(scope),
    done,
    failure: serversWords("Failed to generate subtitle"),
  });

export const retrySubtitle = (scope: Scope) =>
  write({
    send: (id: string) => call(retrySubtitleCall, { params: one(scope, id) }),
    ...inList(scope),
    failure: serversWords("Failed to generate subtitle"),
  });

export const translateSubtitle = (scope: Scope, done: () => void) =>
  write({
    send: ({ id, language }: TranslateSubtitle & { id: string }) =>
      call(translateSubtitleCall, { params: one(scope, id), body: { language } }),
    ...inList(scope),
    done,
    failure: serversWords("Failed to translate subtitle"),
  });

export const uploadSubtitle = (scope: Scope, done: (subtitle: Subtitle) => void) =>
  write({
    send: async ({ language, file }: { language: LanguageCode; file: File }) =>
      call(uploadSubtitleCall, {
        params: { id: scope.recordingId },
        body: { language, content: await readTextFile(file, language) },
      }),
    ...inList(scope),
    success: () => "Subtitle uploaded",
    done,
    failure: unlessAtField("Failed to upload subtitle"),
  });

/** Lines of removed parts stay on the server, sent along or not; the editor of the cut shows them struck through. */
const withoutRemoved = (subtitle: SubtitleWithCues): SubtitleWithCues => ({
  ...subtitle,
  cues: subtitle.cues.filter(({ removed }) => !removed),
});

/** An edit of a version, or, without one, of whatever there is. Where somebody else was faster, the editor asks once. */
export const editSubtitle = (scope: Scope) =>
  write({
    send: ({ id, ...body }: { id: string; cues: Cue[]; version?: number | undefined }) =>
      call(editSubtitleCall, { params: one(scope, id), body, headers: headersOf(scope) }),
    keep: (cache, subtitle) =>
      cache.setQueryData(subtitleQuery(scope, subtitle.id).queryKey, withoutRemoved(subtitle)),
    stale: subtitlesKey(scope),
    staleIfRefused: false,
    failure: (error, { version }) =>
      version !== undefined && isEditedMeanwhile(error)
        ? undefined
        : errorText(error, "Failed to update subtitle"),
  });

/** The file is called as its video is. A person who asks for it hears at once where the server is out of reach. */
export const downloadSubtitle = (scope: Scope, { id, language }: Subtitle, title: string) => ({
  ...write({
    send: (format: SubtitleFormat) =>
      requestFile(apiUrl(`/recordings/${scope.recordingId}/subtitles/${id}/download`, { format }), {
        headers: headersOf(scope),
      }),
    keep: (_cache, file, format) => downloadBlob(file, `${title}.${language}.${format}`),
    failure: serversWords("Failed to download subtitle"),
  }),
  networkMode: "always" as const,
});

export const deleteSubtitle = (scope: Scope) =>
  write({
    send: (id: string) => call(deleteSubtitleCall, { params: one(scope, id) }),
    show: (cache, id) =>
      keepList(cache, scope, (subtitles) => subtitles.filter((subtitle) => subtitle.id !== id)),
    stale: subtitlesKey(scope),
    failure: serversWords("Failed to delete subtitle"),
  });

export const isEditedMeanwhile = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && error.code !== "being_edited";

export const isUnderWay = ({ status }: Pick<Subtitle, "status">) =>
  status === "queued" || status === "running";

/** The server's answer goes into the list, which is read anew after it. */
const inList = (scope: Scope) => ({
  stale: subtitlesKey(scope),
  keep(cache: QueryClient, subtitle: Subtitle) {
    keepList(cache, scope, (subtitles) => [
      ...subtitles.filter(({ id }) => id !== subtitle.id),
      subtitle,
    ]);
    // From now on the new subtitle holds a share of the month's minutes.
    void cache.invalidateQueries({ queryKey: subscriptionKey });
  },
});

function keepList(cache: QueryClient, scope: Scope, change: (subtitles: Subtitle[]) => Subtitle[]) {
  cache.setQueryData(
    subtitlesQuery(scope).queryKey,
    (list) => list && { subtitles: change(list.subtitles) },
  );
}

/** The language as a list calls it: by the name that its speakers know. */
export const languageName = (code: string) => languageWith(code)?.own ?? code;

/** The language's name for a person who chooses among languages that they need not speak. */
export function fullLanguageName(code: string) {
  const language = languageWith(code);
  if (!language) return code;
  const { own, english } = language;
  return own === english ? own : `${english} · ${own}`;
}
