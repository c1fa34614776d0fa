import {
  LIVE_HEADER,
  LiveIndex,
  type LiveQuery,
  LiveState,
  NEXT_BYTE_HEADER,
} from "#contract/live.ts";
import { setLiveCall } from "#contract/media.ts";
import { apiUrl, call, requestAnswer } from "#web/lib/request.ts";

interface Asking {
  headers: Record<string, string>;
  signal: AbortSignal;
}

const ask = (
  id: string,
  query: Partial<Record<keyof LiveQuery, string | number | boolean>>,
  options: Asking,
) => requestAnswer(apiUrl(`/recordings/${id}/live`, query), options);

export const readLive = async (id: string, at: number | "live", options: Asking) =>
  LiveIndex.parse(await (await ask(id, { at }, options)).json());

export type LiveBytes = Awaited<ReturnType<typeof readLiveBytes>>;

/** The bytes that come from a byte on; none where nothing came for a while, or something else is new. */
export async function readLiveBytes(
  id: string,
  query: { from_byte: number; take: number; paused: boolean },
  options: Asking,
) {
  const answer = await ask(id, query, options);
  return {
    state: LiveState.parse(JSON.parse(answer.headers.get(LIVE_HEADER) ?? "")),
    bytes: await answer.arrayBuffer(),
    next: Number(answer.headers.get(NEXT_BYTE_HEADER)),
  };
}

export const setLive = (id: string, paused: boolean) =>
  call(setLiveCall, { params: { id }, body: { paused } });
