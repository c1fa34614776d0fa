// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it } from "vitest";
import type { Role } from "#contract/auth.ts";
import type { SharedView } from "#contract/shares.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { ada } from "#tests/web/lib/people.ts";
import { viewWith } from "#tests/web/lib/shared-view.ts";
import { session, signIn, signOut } from "#web/lib/session.ts";
import { Route as guest } from "#web/routes/_guest.tsx";
import { Route as dashboard } from "#web/routes/_signed-in/dashboard.tsx";
import { Route as subscription } from "#web/routes/_signed-in/subscription.tsx";
import { Route as signedIn } from "#web/routes/_signed-in.tsx";
import { Route as analytics } from "#web/routes/admin/analytics.tsx";
import { Route as audit } from "#web/routes/admin/audit.tsx";
import { Route as operations } from "#web/routes/admin/operations.tsx";
import { Route as server } from "#web/routes/admin/server.tsx";
import { Route as users } from "#web/routes/admin/users.tsx";
import { Route as videos } from "#web/routes/admin/videos.tsx";
import { Route as admin } from "#web/routes/admin.tsx";
import { Route as driveReturn } from "#web/routes/auth/google-drive.callback.tsx";
import { Route as embed } from "#web/routes/embed.$shareToken.tsx";
import { Route as shared } from "#web/routes/shared.$shareToken.tsx";

afterEach(signOut);

type Search = Record<string, unknown>;
const routes = {
  ...{ dashboard, subscription, analytics, audit, users, videos, driveReturn },
  ...{ shared, embed },
};
/** The rest of an address: parameters that no page understands are dropped. */
const read = (name: keyof typeof routes, search: Search) =>
  (routes[name].options.validateSearch as (search: Search) => unknown)(search); // each has a type of its own

describe("what an address says", () => {
  const long = "x".repeat(201);
  it.each<[keyof typeof routes, Search, Search]>([
    ["dashboard", { drive: "connected" }, { drive: "connected" }],
    ["dashboard", { drive: "lost" }, {}],
    ["subscription", { addon: "subtitle", paid: "plan" }, { addon: "subtitle", paid: "plan" }],
    ["subscription", { paid: "subtitle" }, { paid: "subtitle" }],
    ["subscription", { addon: "x", paid: true }, {}],
    ["analytics", { period: "1year" }, { period: "1year" }],
    ["analytics", { period: "2days" }, {}],
    [
      "audit",
      { page: 2, search: "a", kind: "security", act: "b" },
      { page: 2, search: "a", kind: "security", act: "b" },
    ],
    ["audit", { page: 1, search: "", kind: "x", act: 1 }, {}],
    [
      "users",
      {
        page: "3",
        search: long,
        role: "admin",
        status: "active",
        auth: "google",
        plan: "Pro",
        sort: "auth",
        order: "asc",
      },
      {
        page: 3,
        search: long.slice(1),
        role: "admin",
        status: "active",
        auth: "google",
        plan: "Pro",
        sort: "auth",
        order: "asc",
      },
    ],
    ["users", { page: 0, role: "x", status: "x", auth: "x", sort: "x", order: "x" }, {}],
    [
      "videos",
      { page: 2, search: "a", storage: "s3", owner: "o" },
      { page: 2, search: "a", storage: "s3", owner: "o" },
    ],
    ["videos", { page: -1, storage: "" }, {}],
    ["driveReturn", { code: "c".repeat(2048), state: "s" }, { code: "c".repeat(2048), state: "s" }],
    ["shared", { t: "0", proof: "p", x: 1 }, { t: 0, proof: "p" }],
    ["shared", { t: "", proof: "" }, {}],
    ["embed", { t: "12", proof: "p" }, { t: 12 }],
    ["driveReturn", { code: "c".repeat(2049), error: "denied" }, { error: "denied" }],
  ])("of %s, of %j", (name, search, kept) => {
    expect(read(name, search)).toEqual(kept);
  });
});

describe("a link's page", () => {
  type Head = (read: { loaderData: SharedView | undefined }) => { meta: { title: string }[] };
  const head = shared.options.head as unknown as Head; // no more of its context is read
  it.each([
    ["its video", viewWith(), "How we ship · Kinora"],
    ["no video where it opens none", undefined, "Shared recording · Kinora"],
  ])("is named after %s", (_, loaderData, title) => {
    expect(head({ loaderData }).meta).toEqual([{ title }]);
  });

  type Load = (given: { context: object; params: object }) => Promise<SharedView | undefined>;
  it.each([
    ["shared", shared],
    ["embed", embed],
  ])("is read before it is drawn, and drawn also where it opens nothing: %s", async (_, route) => {
    const load = route.options.loader as unknown as Load; // no more of its context is read
    const open = () =>
      load({ context: { queryClient: new QueryClient() }, params: { shareToken: "link" } });
    answers({ "GET /shared/link": viewWith() });
    expect((await open())?.recording.filename).toBe("How we ship");
    answers({ "GET /shared/link": refusal(404, "This link was revoked.") });
    expect(await open()).toBeUndefined();
  });
});

interface Redirect {
  options: Record<string, unknown>;
}
type Guard = (context: { location: object; search: object }) => unknown;
const guards = { guest, signedIn, admin, server, operations };

/** The page to which a visitor of the address is sent; undefined: the address opens. */
function ledTo(name: keyof typeof guards, search: object = {}) {
  const guard = guards[name].options.beforeLoad as unknown as Guard; // no more of its context is read
  const location = { pathname: "/admin/users", href: "/admin/users?page=2" };
  try {
    guard({ location, search });
  } catch (thrown) {
    const { to, href, search } = (thrown as Redirect).options; // nothing else is thrown
    return search === undefined ? (to ?? href) : [to, search];
  }
  return undefined;
}

describe("a page opens", () => {
  const back = ["/login", { redirect: "/admin/users?page=2" }];
  it.each<[Role | undefined, Record<keyof typeof guards, unknown>]>([
    [
      undefined,
      { guest: undefined, signedIn: back, admin: back, server: "/admin", operations: "/admin" },
    ],
    [
      "user",
      {
        guest: "/dashboard",
        signedIn: undefined,
        admin: "/dashboard",
        server: "/admin",
        operations: "/admin",
      },
    ],
    [
      "admin",
      {
        guest: "/dashboard",
        signedIn: undefined,
        admin: undefined,
        server: "/admin",
        operations: "/admin",
      },
    ],
    [
      "super_admin",
      {
        guest: "/dashboard",
        signedIn: undefined,
        admin: undefined,
        server: undefined,
        operations: undefined,
      },
    ],
  ])("to %s, or leads where they may be", (role, expected) => {
    if (role) signIn({ token: "t", user: { ...ada, role } });
    expect(session().status).toBe(role ? "signed-in" : "signed-out");
    const led = {
      ...{ guest: ledTo("guest"), signedIn: ledTo("signedIn"), admin: ledTo("admin") },
      ...{ server: ledTo("server"), operations: ledTo("operations") },
    };
    expect(led).toEqual(expected);
  });

  it("for somebody who is signed in already, where they were going", () => {
    signIn({ token: "t", user: ada });
    expect(ledTo("guest", { redirect: "/video/1" })).toBe("/video/1");
  });
});
