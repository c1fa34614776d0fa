import { expect, test } from "vitest";
import { createMetrics } from "#api/http/metrics.ts";
import { testApp } from "#tests/support/app.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const metrics = createMetrics();
const { database, person, visitor } = await testApp({}, { metrics });

test("what the operator has not set up is no failure, and what breaks is one", async () => {
  const owner = await person();
  const id = await recordingOf(database, owner);
  const off = [
    await visitor.call("POST", "/auth/forgot-password", { email: owner.email }),
    await visitor.call("POST", "/auth/google", { token: "any" }),
    await visitor.call("POST", "/stripe/webhook", {}, { "Stripe-Signature": "t=1" }),
    await owner.call("GET", "/google-drive/auth-url"),
    await owner.call("POST", `/recordings/${id}/move`, { storage_type: "google_drive" }),
  ];
  expect(off.map(({ status }) => status)).toEqual(off.map(() => 503));
  await database.pool`alter table public.preferences rename to lost`;
  expect((await owner.call("GET", "/user/preferences")).status).toBe(500);
  await database.pool`alter table public.lost rename to preferences`;

  const failures = metrics.recent.take().map((count) => count.failures);
  expect(failures.reduce((all, each) => all + each, 0)).toBe(1);
  expect(metrics.text()).toContain('route="/api/user/preferences",status="500"');
  expect(metrics.text()).toContain('route="/api/google-drive/auth-url",status="503"');
});
