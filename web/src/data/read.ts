import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { type CallOptions, call, type Operation } from "#web/lib/request.ts";

/** A query that is one call of the contract, and keeps the answer as it came. */
export const read = <const Call extends Operation>(
  queryKey: QueryKey,
  operation: Call,
  ...[asked]: object extends CallOptions<Call> ? [CallOptions<Call>?] : [CallOptions<Call>]
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(operation, ...([{ ...asked, signal }] as never)), // the same options, with a signal
  });
