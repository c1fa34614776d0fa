import { queryOptions } from "@tanstack/react-query";
import { Config, createRealtimeTokenCall } from "#contract/config.ts";
import { ContractError } from "#web/lib/api-error.ts";
import { keptForOffline } from "#web/lib/kept-answer.ts";
import { call } from "#web/lib/request.ts";
import { shareHeaders } from "#web/lib/share-scope.ts";
import { configAnswer, configKey } from "./config-answer.ts";

export async function loadConfig(): Promise<Config> {
  const read = Config.safeParse(await configAnswer());
  if (!read.success) throw new ContractError("GET /config", read.error);
  return read.data;
}

export const configQuery = queryOptions({
  queryKey: configKey,
  ...keptForOffline("config", Config, loadConfig),
  staleTime: Number.POSITIVE_INFINITY,
});

export const newRealtimeToken = (shareToken: string | undefined) =>
  call(createRealtimeTokenCall, { headers: shareHeaders(shareToken) });
