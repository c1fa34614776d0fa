import { queryOptions } from "@tanstack/react-query";
import { request } from "#web/lib/request.ts";

/** Read by hand: the contract's schema would bring zod into the first load of the sign-in page. */
const GoogleClientId = {
  safeParse(answer: unknown) {
    const isConfig = typeof answer === "object" && answer !== null && "google_client_id" in answer;
    const id = isConfig && typeof answer.google_client_id === "string" && answer.google_client_id;
    return { success: true as const, data: id || null };
  },
};

export const googleClientIdQuery = queryOptions({
  queryKey: ["config", "google-client-id"],
  queryFn: ({ signal }) => request("GET", "/config", GoogleClientId, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
