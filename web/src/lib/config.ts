import { queryOptions } from "@tanstack/react-query";
import { Config } from "#contract/config.ts";
import { request } from "./request.ts";

let loading: Promise<Config> | undefined;

/** What this server offers: read once, for it cannot change without a restart. */
export function loadConfig() {
  loading ??= request("GET", "/config", Config).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

export const configQuery = queryOptions({
  queryKey: ["config"],
  queryFn: loadConfig,
  staleTime: Number.POSITIVE_INFINITY,
});
