import { describe, expect, it } from "vitest";
import { payInvoice, renew } from "#tests/stand-ins/stripe-life.ts";
import type { SignedIn } from "#tests/support/app.ts";
import { readRecording, saveVideo, videoForm } from "#tests/support/saving.ts";
import { videoBytes } from "#tests/support/videos.ts";
import { billedTo, buyer, current, selling } from "./selling.ts";

const sales = await selling();
const { app, stripe, deliverAll } = sales;

/** Somebody whose renewal has failed so many days ago. */
async function owing(days: number) {
  const ada = await buyer(sales, "Pro");
  const { id: recording } = await saveVideo(ada);
  const [subscription] = billedTo(sales, ada);
  stripe.books.refused.add(subscription?.customer ?? "");
  const invoice = renew(stripe.books, subscription?.id ?? "");
  invoice.created -= Math.round(days * 86_400);
  await deliverAll();
  return { ada, recording, invoice };
}

const save = async (person: SignedIn) =>
  person.call("POST", "/recordings", videoForm(await videoBytes("recorded.webm"), "a.webm"));

describe("with a payment that has failed", () => {
  it("everything works for seven days", async () => {
    const { ada } = await owing(6.9);
    expect(await current(ada)).toMatchObject({
      plan_name: "Pro",
      storage_configured: true,
      past_due: { is_over: false },
    });
    expect((await save(ada)).status).toBe(201);
  });

  it("nothing new is kept after that, and everything that is there stays", async () => {
    const { ada, recording, invoice } = await owing(7.1);
    expect(await current(ada)).toMatchObject({ plan_name: "Pro", past_due: { is_over: true } });
    const saved = await save(ada);
    expect(saved.status).toBe(402);
    expect(await saved.json()).toMatchObject({ code: "payment_due" });
    const upload = await ada.call("POST", "/uploads", undefined, {
      "Tus-Resumable": "1.0.0",
      "Upload-Defer-Length": "1",
      "Upload-Metadata": `filename ${btoa("a.webm")},filetype ${btoa("video/webm")},kind ${btoa("recording")}`,
    });
    expect([upload.status, (await upload.json()).code]).toEqual([402, "payment_due"]);
    expect((await ada.call("GET", `/recordings/${recording}/stream`)).status).toBe(200);
    const room = app.database.pool`select private.take_room(${ada.id}, 1)`;
    await expect(room, "nor what was begun before").rejects.toMatchObject({
      code: "KN402",
      detail: "payment_due",
    });

    payInvoice(stripe.books, invoice.id);
    await deliverAll();
    expect((await save(ada)).status).toBe(201);
  });

  it("nothing is moved into the cloud either, and it says why", async () => {
    const { ada, recording, invoice } = await owing(7.1);
    await app.database.pool`
      update public.recordings set status = 'ready', store = 'elsewhere', storage_key = 'aa/' || id,
                                   storage_type = 'google_drive'
       where id = ${recording}
    `;
    const move = () => ada.call("POST", `/recordings/${recording}/move`, { storage_type: "s3" });
    const refused = await move();
    expect(refused.status).toBe(402);
    expect(await refused.json()).toMatchObject({
      code: "payment_due",
      message: expect.stringContaining(
        "Your last payment has failed. Pay it under 'Manage billing'",
      ),
    });
    expect((await readRecording(ada, recording)).moving).toBeNull();
    payInvoice(stripe.books, invoice.id);
    await deliverAll();
    expect((await move()).status).toBe(202);
  });

  it("earns nothing until it is paid", async () => {
    const earned = async () => {
      const admin = await app.person({ role: "admin" });
      return (await (await admin.call("GET", "/admin/dashboard/stats")).json()).total_revenue_usd;
    };
    const before = await earned();
    const { invoice } = await owing(1);
    expect(await earned()).toBe(before);
    payInvoice(stripe.books, invoice.id);
    await deliverAll();
    expect(await earned()).toBe(before + 12);
  });

  it("lets one leave without a credit for what was never paid", async () => {
    const { ada, invoice } = await owing(1);
    expect((await ada.call("POST", "/subscriptions/cancel")).status).toBe(200);
    expect(stripe.books.invoices.get(invoice.id)?.status, "which is owed still").toBe("open");
    expect(await current(ada)).toMatchObject({ plan_name: "Free", past_due: null });
    const [subscription] = billedTo(sales, ada);
    expect(stripe.books.customers.get(subscription?.customer ?? "")?.balance).toBe(0);
  });

  it("is since when it is, however often it is read", async () => {
    const { ada } = await owing(3);
    const before = await current(ada);
    await ada.call("POST", "/subscriptions/refresh");
    expect(await current(ada)).toEqual(before);
  });

  it("is since the renewal, and not since a change that nobody ever paid", async () => {
    const { ada, invoice } = await owing(3);
    const before = await current(ada);
    stripe.books.invoices.set("in_of_a_change", {
      ...invoice,
      id: "in_of_a_change",
      billing_reason: "subscription_update",
      created: invoice.created - 86_400,
    });
    await ada.call("POST", "/subscriptions/refresh");
    expect(await current(ada)).toEqual(before);
  });
});
