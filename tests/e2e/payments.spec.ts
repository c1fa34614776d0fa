import { test as base, expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/accessibility.ts";
import { register, signIn } from "#tests/e2e/support/people.ts";
import { usedDataDir } from "#tests/e2e/support/shared-data-dir.ts";
import { type StripeStandIn, startStripe } from "#tests/stand-ins/stripe.ts";
import { renew } from "#tests/stand-ins/stripe-life.ts";
import { removeDataDir, type ServerProcess, startServer } from "#tests/support/server-process.ts";

/** A server that sells, with a Stripe of its own beside it. */
const test = base.extend<object, { stripe: StripeStandIn; server: ServerProcess }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const stripe = startStripe();
      await use(stripe);
      await stripe.stop();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ stripe }, use) => {
      const dataDir = usedDataDir();
      const server = await startServer({
        DATA_DIR: dataDir,
        STRIPE_API_URL: stripe.url,
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        TRUST_PROXY: "on",
        LOG_LEVEL: "debug",
      });
      stripe.sendEventsTo(`${server.origin}/api/stripe/webhook`);
      await use(server);
      await server.kill("SIGTERM");
      removeDataDir(dataDir);
    },
    { scope: "worker" },
  ],
  baseURL: ({ server }, use) => use(server.origin),
});

// One test after the other, in one browser: side by side, each would start a server of this kind.
test.describe.configure({ mode: "default" });

const planOn = (page: Page) => page.getByRole("region", { name: "Your plan" });
const addonOn = (page: Page) => page.getByRole("region", { name: "Subtitle add-on" });
async function confirm(page: Page) {
  await page.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0); // the next one is another
}

test("subscribing, using, adding subtitles, and leaving", async ({ page, server, stripe }) => {
  await signIn(page, await register(server.origin));
  await page.goto("/subscription");
  await expect(planOn(page)).toContainText("Free");
  await expect(page.getByText("Payments are off on this server")).toBeHidden();
  await expect(page.getByRole("button", { name: "Manage billing" })).toBeHidden();

  await buyPro(page);
  await addSubtitles(page);
  await lookAtInvoices(page);
  await upgradeWithRefusedCard(page, stripe);
  await oweForNextMonth(page, stripe);
  await leave(page);
  expect(server.log()).not.toContain(stripe.secretKey);
  expect(server.log()).not.toContain(stripe.webhookSecret);
});

async function buyPro(page: Page) {
  await page.getByRole("button", { name: "Upgrade Now: Pro" }).click();
  await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
  await expect(page.getByText("Kinora Pro: $12.00 per month")).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(planOn(page)).toContainText("Free");
  await page.getByRole("button", { name: "Upgrade Now: Pro" }).click();
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page).toHaveURL("/subscription");
  await expect(page.getByText("Subscription updated successfully!")).toBeVisible();
  await expect(planOn(page)).toContainText("Pro");
  await expect(planOn(page)).toContainText("0.00 GB / 100 GB");
}

async function addSubtitles(page: Page) {
  await addonOn(page).getByRole("button", { name: "Enable" }).click();
  await expect(page.getByText(/^Subtitle add-on enabled!/)).toBeVisible();
  await expect(addonOn(page)).toContainText("Enabled");
}

async function lookAtInvoices(page: Page) {
  await page.getByRole("button", { name: "Manage billing" }).click();
  await expect(page.getByRole("heading", { name: "Billing" })).toBeVisible();
  await page.getByRole("link", { name: "Return" }).click();
  await expect(planOn(page)).toContainText("Pro");
  await expectAccessible(page);
}

/** The change waits for its payment, and counts when that has come. */
async function upgradeWithRefusedCard(page: Page, { books }: StripeStandIn) {
  const [customer] = books.customers.keys();
  books.refused.add(customer ?? "");
  await page.getByRole("button", { name: "Upgrade Now: Premium" }).click();
  await expect(page.getByText("Your change to Premium waits for its payment.")).toBeVisible();
  await expect(planOn(page)).toContainText("Pro");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Pay now" }).click();
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  await page.goto("/subscription");
  await expect(planOn(page)).toContainText("Premium");
}

/** A renewal that fails is told on every page, and managed from there. */
async function oweForNextMonth(page: Page, { books }: StripeStandIn) {
  const [subscription] = books.subscriptions.keys();
  renew(books, subscription ?? "");
  const owing = page.getByRole("status").filter({ hasText: "has failed. Everything works until" });
  await expect(owing).toBeVisible();
  await expectAccessible(page);
  await page.goto("/dashboard");
  await expect(owing).toBeVisible();
  await owing.getByRole("button", { name: "Manage billing" }).click();
  await expect(page.getByRole("heading", { name: "Billing" })).toBeVisible();
  books.refused.clear();
  await page.goto("/subscription");
}

async function leave(page: Page) {
  await addonOn(page).getByRole("button", { name: "Disable" }).click();
  await confirm(page);
  await expect(page.getByText("Subtitle add-on disabled successfully.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel Subscription" }).click();
  await confirm(page);
  await expect(
    page.getByText(
      "Subscription cancelled successfully. You have been downgraded to the Free plan.",
    ),
  ).toBeVisible();
  await expect(planOn(page)).toContainText("Free");
}

test("who comes back without having paid is told so, and who has is waited with", async ({
  page,
  server,
  stripe,
}) => {
  await signIn(page, await register(server.origin));
  await page.goto("/subscription");
  await page.getByRole("button", { name: "Upgrade Now: Starter" }).click();
  await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
  await page.goto("/subscription?paid=plan");
  await expect(page.getByRole("heading", { name: "Nothing was paid" })).toBeVisible();
  await expectAccessible(page);

  stripe.fail("500", "GET /v1/subscriptions");
  await page.goto("/subscription?paid=plan");
  await expect(
    page.getByRole("heading", { name: "Your payment cannot be looked up just now" }),
  ).toBeVisible();
  await expectAccessible(page);
  stripe.recover();
  await page.getByRole("button", { name: "Look again" }).click();
  await expect(page.getByRole("heading", { name: "Nothing was paid" })).toBeVisible();
});
