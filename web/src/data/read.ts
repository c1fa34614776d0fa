import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { type CallOptions, call, type Operation } from "#web/lib/request.ts";

/** How most reads go: one call of the contract, whose answer is kept as it came. What it asks with is known beforehand. */
export const read = <const Call extends Operation>(
  queryKey: QueryKey,
  operation: Call,
  ...[asked]: object extends CallOptions<Call> ? [CallOptions<Call>?] : [CallOptions<Call>]
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(operation, ...([{ ...asked, signal }] as never)), // the same options, with a signal
  });
