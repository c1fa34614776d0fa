// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Person } from "#contract/admin-users.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { options } from "#tests/web/lib/choose.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { allPlans, config } from "#tests/web/subscriptions/world.ts";
import { configQuery } from "#web/data/config.ts";
import { plansQuery } from "#web/data/subscriptions.ts";
import { PlanCard } from "#web/features/admin/users/plan-card.tsx";
import { createQueryClient } from "#web/lib/query.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const plan = { id: crypto.randomUUID(), name: "Pro", paid: false, gift_until: null };
const person: Person = {
  user: { ...ada, plan: "Pro", email_confirmed: true },
  last_active_at: null,
  holdings: { recordings: 0, bytes: 0, links: 0, comments: 0 },
  plan,
  drive_connected: false,
  sessions: [],
};

test("a gift lasts to the end of its last day, by the clock of who gives it, or for good", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return refusal(422, "No");
  });
  const cache = new QueryClient();
  const sold = { ...plan, price_usd: 0, storage_gb: 1, features: {} };
  cache.setQueryData(plansQuery.queryKey, [sold]);
  cache.setQueryData(configQuery.queryKey, { payments: false } as never); // no more of it is read
  await renderInApp(<PlanCard person={person} mayChange />, { cache });
  await userEvent.click(screen.getByRole("button", { name: "Change plan" }));
  const give = () => userEvent.click(screen.getByRole("button", { name: "Give plan" }));
  await give();
  await expect.poll(() => sent).toEqual([{ plan_id: plan.id, until: null }]);
  fireEvent.change(screen.getByLabelText(/^Until/), { target: { value: "2026-12-24" } });
  await give();
  const end = new Date(2026, 11, 24, 23, 59, 59).toISOString();
  await expect.poll(() => sent[1]).toEqual({ plan_id: plan.id, until: end });
});

test("the page stays as it is while the plans are fetched, and has the focus again afterwards", async () => {
  const plans = Promise.withResolvers<object>();
  answers({
    "GET /subscriptions/plans": () => plans.promise,
    "GET /config": { ...config, payments: false },
  });
  await renderInApp(<PlanCard person={person} mayChange />, {
    cache: createQueryClient(),
    asks: true,
  });
  const change = screen.getByRole("button", { name: "Change plan" });
  change.focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: "Change plan" })).toBe(change);
  plans.resolve({ plans: allPlans });
  await screen.findByRole("dialog");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(change));
});

test("a day that is typed by half is asked for, and nothing is given", async () => {
  const sent = answers({});
  const cache = new QueryClient();
  cache.setQueryData(plansQuery.queryKey, allPlans);
  cache.setQueryData(configQuery.queryKey, { payments: false } as never); // no more of it is read
  await renderInApp(<PlanCard person={person} mayChange />, { cache });
  await userEvent.click(screen.getByRole("button", { name: "Change plan" }));
  const field = screen.getByLabelText<HTMLInputElement>(/^Until/);
  Object.defineProperty(field, "validity", { value: { badInput: true } }); // as a browser says of 24.12.
  const asks = vi.spyOn(field, "reportValidity");
  await userEvent.click(screen.getByRole("button", { name: "Give plan" }));
  expect(asks).toHaveBeenCalledOnce();
  expect(sent).toEqual([]);
});

test("a day that no calendar has is sent as it is, and the server's objection leads back to it", async () => {
  const sent = answers({
    [`PUT /admin/users/${ada.id}/plan`]: refusal(422, "No", { until: "until is not a time" }),
  });
  const cache = new QueryClient();
  cache.setQueryData(plansQuery.queryKey, []);
  cache.setQueryData(configQuery.queryKey, { payments: true } as never); // no more of it is read
  const gift_until = "+012026-12-24T12:00:00Z"; // as the field of a day holds it, which happy-dom's does not
  const given = { ...person, plan: { ...plan, gift_until } };
  await renderInApp(<PlanCard person={given} mayChange />, { cache });
  await userEvent.click(screen.getByRole("button", { name: "Change plan" }));
  const until = screen.getByLabelText<HTMLInputElement>("Until");
  until.form?.requestSubmit(screen.getByRole("button", { name: "Give plan" })); // as a browser does on Enter
  await screen.findByText("until is not a time");
  expect(document.activeElement).toBe(until);
  expect(sent.map(([, body]) => body)).toEqual([{ plan_id: plan.id, until: "12026-12-24" }]);
});

test("a gift that is looked at again ends on the day that it ends by the clock of who looks", async () => {
  const gift_until = "2026-12-24T23:59:59-05:00"; // in Greenwich it is the next day by then
  const cache = new QueryClient();
  cache.setQueryData(plansQuery.queryKey, []);
  cache.setQueryData(configQuery.queryKey, { payments: true } as never); // no more of it is read
  const given = { ...person, plan: { ...plan, gift_until } };
  await renderInApp(<PlanCard person={given} mayChange />, { cache });
  await userEvent.click(screen.getByRole("button", { name: "Change plan" }));
  const day = new Date(gift_until).getDate();
  expect(screen.getByLabelText<HTMLInputElement>("Until").value).toBe(`2026-12-${day}`);
});

test("each plan to give says its room, and one without a cloud where recordings are kept then", async () => {
  const cache = new QueryClient();
  cache.setQueryData(plansQuery.queryKey, allPlans);
  cache.setQueryData(configQuery.queryKey, { payments: false } as never); // no more of it is read
  await renderInApp(<PlanCard person={person} mayChange />, { cache });
  await userEvent.click(screen.getByRole("button", { name: "Change plan" }));
  await userEvent.click(screen.getByRole("combobox", { name: "Plan" }));
  await expect
    .poll(() => options().map(({ textContent }) => textContent))
    .toEqual(["FreeIn their own Google Drive", "Starter25 GB", "Pro100 GB"]);
});
