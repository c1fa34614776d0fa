// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, test } from "vitest";
import type { Config } from "#contract/config.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { configQuery } from "#web/data/config.ts";
import { invitationsQuery, serverSettingsQuery } from "#web/data/server-settings.ts";
import { plansQuery } from "#web/data/subscriptions.ts";
import { ServerSettingsPage } from "#web/features/admin/server/settings-page.tsx";

afterEach(cleanup);

test.each([
  [true, /An email proves each address/],
  [false, /sends no emails\. Anybody can type such an address/],
])(
  "the settings say what an allowed domain is worth, where emails are sent: %s",
  async (proven, words) => {
    const cache = new QueryClient();
    cache.setQueryData(serverSettingsQuery.queryKey, {
      sign_up: "open",
      allowed_domains: ["firm.example"],
      default_plan: null,
      announcement: "",
      ...{ trash_days: 30, domains_proven: proven },
    });
    cache.setQueryData(plansQuery.queryKey, []);
    cache.setQueryData(invitationsQuery.queryKey, []);
    cache.setQueryData(configQuery.queryKey, { mail: proven } as Config); // all that is asked of it
    await renderInApp(<ServerSettingsPage />, { cache });
    await screen.findByText(words);
  },
);
