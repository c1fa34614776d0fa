import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { asItCame, request } from "#web/lib/request.ts";

export const configKey = ["config"] as const;

/** Removes all answers but this one, which is the same for everybody and may be what the next screen waits for. */
export function forgetWhatWasRead(cache: QueryClient) {
  cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== configKey[0] });
  cache.getMutationCache().clear();
}

let asked: Promise<unknown> | undefined;

/** The server's configuration, as it came: read once, for it cannot change without a restart. */
export function configAnswer() {
  asked ??= request("GET", "/config", asItCame).catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** Read by hand: the contract's schema would bring zod into the first load of the sign-in page. */
export const googleClientIdQuery = queryOptions({
  queryKey: [...configKey, "google-client-id"],
  queryFn: async () => clientIdOf(await configAnswer()),
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: "always",
});

export const canSendMailQuery = queryOptions({
  queryKey: [...configKey, "mail"],
  queryFn: async () => Object(await configAnswer()).mail === true,
  staleTime: Number.POSITIVE_INFINITY,
});

function clientIdOf(answer: unknown): string | null {
  const { google_client_id: id } = Object(answer);
  return typeof id === "string" ? id : null;
}
