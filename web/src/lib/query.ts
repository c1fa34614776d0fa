import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

/** A refusal is an answer; only silence and a server in trouble are worth asking again. */
function isWorthRetrying(error: unknown) {
  return error instanceof ApiError && (error.isOffline || error.status >= 500);
}

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      },
    },
  });
}
