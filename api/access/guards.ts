import { type LinkDeps, linkInPath, mediaAccess, sharedOrSignedIn } from "./link.ts";
import { adminsOnly, signedIn, superAdminsOnly } from "./session.ts";

/**
 * The guards of the routes: they decide which callers may enter. Every call has its own, by its contract, never a `use` for many,
 * which would run for every route mounted below, too. Without a guard there is no `c.var.db` to ask.
 */
export const makeGuards = (deps: LinkDeps) => ({
  session: signedIn(deps),
  admin: adminsOnly(deps),
  superAdmin: superAdminsOnly(deps),
  shared: sharedOrSignedIn(deps),
  media: mediaAccess(deps),
  link: linkInPath(deps),
});

export type Guards = ReturnType<typeof makeGuards>;
