// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Config } from "#contract/config.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { openRoute } from "#tests/web/lib/at-route.tsx";
import { signedInAsAda } from "#tests/web/lib/signed-in.ts";
import { configQuery } from "#web/data/config.ts";
import { Route as audit } from "#web/routes/admin/audit.tsx";
import { Route as users } from "#web/routes/admin/users.tsx";
import { Route as videos } from "#web/routes/admin/videos.tsx";

signedInAsAda();

const field = () => screen.getByRole<HTMLInputElement>("searchbox");

test.each<[string, Parameters<typeof openRoute>[0]]>([
  ["/admin/users", users],
  ["/admin/videos", videos],
  ["/admin/audit", audit],
])(
  "the search of %s shows what is typed, and is empty when the room is chosen again",
  async (path, route) => {
    const found = { users: [], videos: [], entries: [], total: 0, page: 1, at_least: false };
    answers({
      [`GET ${path}`]: { ...found, per_page: 20, total_pages: 1 },
      "GET /subscriptions/plans": { plans: [] },
    });
    const cache = new QueryClient();
    cache.setQueryData(configQuery.queryKey, { cloud_name: "Cloud" } as Config); // no more of it is read
    const { address, go } = await openRoute(route, { path, at: `${path}?search=ab`, cache });
    await screen.findByRole("searchbox");
    await userEvent.type(field(), "c");
    expect(field().value).toBe("abc");
    await expect.poll(address).toMatch(/search=abc/);
    await go(path);
    await expect.poll(() => field().value).toBe("");
    await go(`${path}?search=new`);
    await expect.poll(() => field().value).toBe("new");
  },
);
