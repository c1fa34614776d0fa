import { useQuery } from "@tanstack/react-query";
import { readLive } from "#web/data/live.ts";
import { ApiError } from "#web/lib/api-error.ts";

const SOON = 1_000;

/** The take that runs, once a player can begin in it; or why this browser shows nothing before the end. */
export function useTake(id: string, headers: Record<string, string>, isRunning: boolean) {
  const { data, error, refetch } = useQuery({
    queryKey: ["live", id, headers],
    queryFn: ({ signal }) => readLive(id, "live", { headers, signal }),
    enabled: isRunning,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) => {
      if (state.error)
        return state.error instanceof ApiError && isForGood(state.error) ? false : SOON;
      return state.data?.init_bytes ? false : SOON;
    },
  });
  const index = data && data.init_bytes > 0 ? data : undefined;
  const isUnsupported =
    (error instanceof ApiError && error.code === "live_unsupported") ||
    (index !== undefined && !canAppend(index.mime_type));
  return { index: isUnsupported ? undefined : index, isUnsupported, askAgain: refetch };
}

const isForGood = ({ status }: ApiError) => status >= 400 && status < 500 && status !== 429;

const canAppend = (type: string) =>
  typeof MediaSource !== "undefined" && MediaSource.isTypeSupported(type);
