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
  const unsupported = unsupportedBy(error, index?.mime_type);
  return { index: unsupported ? undefined : index, unsupported, askAgain: refetch };
}

/** Whether this kind of recording is nobody's to watch before its end, or only not this browser's. */
export type Unsupported = "by-all" | "here" | undefined;

function unsupportedBy(error: Error | null, type: string | undefined): Unsupported {
  if (error instanceof ApiError && error.code === "live_unsupported") return "by-all";
  return type !== undefined && !canAppend(type) ? "here" : undefined;
}

const isForGood = ({ status }: ApiError) => status >= 400 && status < 500 && status !== 429;

const canAppend = (type: string) =>
  typeof MediaSource !== "undefined" && MediaSource.isTypeSupported(type);
