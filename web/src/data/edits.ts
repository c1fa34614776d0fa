import { queryOptions } from "@tanstack/react-query";
import {
  type Edit,
  getEditCall,
  getPassagesCall,
  getWaveformCall,
  listSilencesCall,
  removeOriginalCall,
  restoreOriginalCall,
  type SaveEdit,
  type SavePart,
  saveEditCall,
  savePartCall,
  sendPassagesCall,
} from "#contract/edits.ts";
import type { Recording } from "#contract/recordings.ts";
import { getTranscriptCall } from "#contract/subtitles.ts";
import { ApiError, errorText } from "#web/lib/api-error.ts";
import { call } from "#web/lib/request.ts";
import { asked, type Scope, scopedKey } from "./discussion-key.ts";
import { read } from "./read.ts";
import { recordingsKey } from "./recordings.ts";
import { serversWords, type Write, write } from "./write.ts";

const editsKey = (scope: Scope) => scopedKey("edits", scope);

/** How often the page asks about a cut that is being made, or sound that is being measured. */
const PATIENCE = 2_000;

export const editQuery = (scope: Scope) =>
  queryOptions({
    ...read([...editsKey(scope), "edit"], getEditCall, asked(scope)),
    refetchInterval: ({ state }) => (state.data?.status === "rendering" ? PATIENCE : false),
  });

export const silencesQuery = (scope: Scope, longer_than: number) =>
  queryOptions({
    ...read([...editsKey(scope), "silences", longer_than], listSilencesCall, {
      ...asked(scope),
      query: { longer_than },
    }),
    select: ({ silences }) => silences,
    ...ofSound,
  });

export const waveformQuery = (scope: Scope) =>
  queryOptions({
    ...read([...editsKey(scope), "waveform"], getWaveformCall, asked(scope)),
    ...ofSound,
  });

export const originalTranscriptQuery = (scope: Scope) =>
  queryOptions({
    ...read([...editsKey(scope), "transcript"], getTranscriptCall, {
      ...asked(scope),
      query: { original: true },
    }),
    retry: false, // most recordings have none
  });

/** Whether this browser can encode what a server without ffmpeg cannot. The code for it is loaded only there. */
export const canEncodeQuery = ({ recordingId }: Scope, src: string) =>
  queryOptions({
    queryKey: ["can-encode", recordingId],
    queryFn: async () => (await import("#web/lib/encode-passages.ts")).canEncodePassages(src),
    ...{ retry: false, staleTime: Number.POSITIVE_INFINITY },
  });

interface Encoding {
  version: number;
  src: string;
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
}

/** Encodes here what the cut of this version waits for. Where another page or person was faster, theirs is shown. */
export const encodeHere = (scope: Scope) =>
  writeEdit<Encoding>(scope, {
    async send({ version, src, ...encoding }) {
      const { encodePassages } = await import("#web/lib/encode-passages.ts");
      const { passages } = await call(getPassagesCall, {
        ...asked(scope),
        signal: encoding.signal,
      });
      const body = await encodePassages(src, passages, encoding);
      return call(sendPassagesCall, { ...asked(scope), query: { version }, body });
    },
  });

const hasCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code;

export const isNotMeasured = (error: unknown) => hasCode(error, "not_measured");

/** Also where somebody saves that everything is kept. */
const RESTORED = "The original is shown again";

export const saveEdit = (scope: Scope, done?: Write<SaveEdit, Edit>["done"]) =>
  writeEdit<SaveEdit>(scope, {
    done,
    send: (edit) => call(saveEditCall, { ...asked(scope), body: edit }),
    success: ({ status }) => (status === "none" ? RESTORED : "Saved. The new film is being made."),
    // Where another has saved since, the editor says so, and keeps what is edited here.
    failure: (error) =>
      hasCode(error, "edit_changed") ? undefined : errorText(error, "The cut could not be saved"),
  });

export const restoreOriginal = (scope: Scope, done?: (edit: Edit) => void) =>
  writeEdit<void>(scope, {
    done,
    send: () => call(restoreOriginalCall, asked(scope)),
    success: () => RESTORED,
    failure: serversWords("The original could not be restored"),
  });

export const removeOriginal = (scope: Scope) =>
  writeEdit<void>(scope, {
    send: () => call(removeOriginalCall, asked(scope)),
    success: () => "The original was removed for good",
    failure: serversWords("The original could not be removed"),
  });

export const savePart = (scope: Scope, done: (part: Recording) => void) =>
  write<SavePart, Recording>({
    send: (part) => call(savePartCall, { ...asked(scope), body: part }),
    success: ({ id }) => ({
      text: "The part is a recording of its own.",
      link: "Open it",
      href: `/video/${id}`,
    }),
    done,
    stale: recordingsKey,
    failure: serversWords("The part could not be saved"),
  });

/** Sound that is not measured yet is asked about again; what is measured once stays. */
const ofSound = {
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }: { state: { error: Error | null } }) =>
    isNotMeasured(state.error) ? PATIENCE : (false as const),
};

const writeEdit = <Input>(
  scope: Scope,
  one: Pick<Write<Input, Edit>, "send" | "success" | "done" | "failure">,
) =>
  write<Input, Edit>({
    ...one,
    keep: (cache, edit) => cache.setQueryData(editQuery(scope).queryKey, edit),
    stale: editsKey(scope),
  });
