import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { SignUpOffer } from "#contract/settings.ts";
import { asItCame, request } from "#web/lib/request.ts";
import { googleClientIdQuery } from "./config-answer.ts";

/** The rule for new accounts. Read by hand: the contract's schema would bring zod into the first load of the page. */
export const signUpQuery = (invitation: string | undefined) =>
  queryOptions({
    queryKey: ["sign-up", invitation],
    queryFn: async ({ signal }) =>
      offerOf(await request("GET", "/sign-up", asItCame, { query: { invitation }, signal })),
  });

/** Read before the page is drawn, so that nothing moves; what cannot be known keeps nobody out. */
export async function offerTo(cache: QueryClient, invitation: string | undefined) {
  const google = cache.ensureQueryData(googleClientIdQuery).catch(() => null);
  const offer = await cache.fetchQuery(signUpQuery(invitation)).catch(() => null);
  await google;
  return offer;
}

function offerOf(answer: unknown): SignUpOffer {
  const told = Object(answer) as Partial<SignUpOffer>; // our own server says this, and each field is looked at
  return {
    sign_up: told.sign_up ?? "open",
    first: told.first === true,
    allowed_domains: told.allowed_domains ?? [],
    invitation: told.invitation ?? null,
  };
}
