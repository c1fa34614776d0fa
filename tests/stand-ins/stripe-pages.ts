import { type Books, found } from "./stripe-books.ts";
import { completeCheckout, payInvoice } from "./stripe-life.ts";

/** The pages that people see at Stripe, as plain as can be. */
export async function answerPage(books: Books, request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const [, kind, id = ""] = /^\/([cip])\/(\w+)$/.exec(pathname) ?? [];
  const isPaying = request.method === "POST";
  if (kind === "c") return isPaying ? payCheckout(books, id) : showCheckout(books, id);
  if (kind === "i" && isPaying) {
    payInvoice(books, id);
    return page("Paid", "<p>Thank you.</p>");
  }
  if (kind === "i") return page("Invoice", pay);
  if (kind !== "p") return undefined;
  const portal = found(books.portals, id, "session");
  return page("Billing", `<p>Invoices and cards.</p>${link(portal.return_url, "Return")}`);
}

const pay = `<form method="post"><button>Pay</button></form>`;

const link = (to: string | null, words: string) => `<a href="${to}">${words}</a>`;

function showCheckout(books: Books, id: string): Response {
  const { cancel_url, status } = found(books.sessions, id, "checkout.session");
  if (status !== "open") return page("Checkout", "<p>This page has expired.</p>");
  const sold = (books.wanted.get(id) ?? []).map(({ price }) => {
    const { product, unit_amount } = found(books.prices, price, "price");
    const { name } = found(books.products, product, "product");
    return `<p>${name}: $${(unit_amount / 100).toFixed(2)} per month</p>`;
  });
  return page("Checkout", `${sold.join("")}${pay}${link(cancel_url, "Back")}`);
}

function payCheckout(books: Books, id: string): Response {
  const { success_url } = found(books.sessions, id, "checkout.session");
  if (!completeCheckout(books, id)) return page("Checkout", `<p>Your card was declined.</p>${pay}`);
  return Response.redirect(success_url ?? "", 303);
}

const page = (title: string, body: string) =>
  new Response(
    `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`,
    { headers: { "Content-Type": "text/html" } },
  );
