import Stripe from "stripe";
import { type Books, type Event, newBooks, Refused } from "./stripe-books.ts";
import { saleCalls } from "./stripe-calls.ts";
import { type Form, formOf } from "./stripe-form.ts";
import { answerPage } from "./stripe-pages.ts";
import { subscriptionCalls } from "./stripe-subscription-calls.ts";

/** The fault of one call: not done and said so, done with an answer that is lost, or no Stripe at all. */
type Fault = "429" | "500" | "cut" | "timeout" | "proxy";

export interface StripeStandIn {
  url: string;
  secretKey: string;
  webhookSecret: string;
  books: Books;
  /** The calls since the start, as `POST /v1/customers`. */
  asked: string[];
  /** The next so many calls whose name begins so go wrong; without a number, all until `recover`. */
  fail(fault: Fault, calls: string, times?: number): void;
  recover(): void;
  /** An event as it is sent: the body and its signature. */
  signed(event: object, secret?: string): Promise<{ body: string; signature: string }>;
  /** From now on events are sent there as they happen; resolves once all so far are taken. */
  sendEventsTo(address: string): void;
  stop(): Promise<void>;
}

const calls = { ...saleCalls, ...subscriptionCalls };

interface Trouble {
  fault: Fault;
  calls: string;
  times: number;
}

/** Stripe's API over books in memory, and the pages on which people pay. Typed by the package's own types. */
export function startStripe(): StripeStandIn {
  const secretKey = `sk_test_${crypto.randomUUID().replaceAll("-", "")}`;
  const webhookSecret = `whsec_${crypto.randomUUID().replaceAll("-", "")}`;
  const asked: string[] = [];
  const answered = new Map<string, { request: string; status: number; body: string }>();
  const troubles: Trouble[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const page = await answerPage(books, request);
      if (page) return page;
      const call = await named(request);
      asked.push(call.name);
      const fault = takeFault(troubles, call.name);
      const key = request.headers.get("Authorization")?.replace("Bearer ", "");
      // The real Stripe shows a part of the key; this one tempts us with all.
      if (key !== secretKey) return refuse(401, `Invalid API Key provided: ${key}`);
      if (fault === "429") return refuse(429, "Request rate limit exceeded.");
      if (fault === "proxy")
        return Response.json({ message: "no healthy upstream" }, { status: 503 });
      if (fault === "500") return once(request, call, answered, () => broken);
      const answer = once(request, call, answered, () => answerCall(books, call));
      if (fault === "timeout") await new Promise(() => {});
      if (fault !== "cut") return answer;
      return new Response(cutOff(await answer.text()), { headers: { "Content-Length": "99999" } });
    },
  });
  const books = newBooks(`http://127.0.0.1:${server.port}`);
  const signed = signer(webhookSecret);
  return {
    url: books.origin,
    secretKey,
    webhookSecret,
    books,
    asked,
    fail: (fault, calls, times = Number.POSITIVE_INFINITY) =>
      void troubles.push({ fault, calls, times }),
    recover: () => void troubles.splice(0),
    signed,
    sendEventsTo(address) {
      books.tell = (event) => void send(address, event, signed);
    },
    stop: () => server.stop(true),
  };
}

const signer =
  (ours: string): StripeStandIn["signed"] =>
  async (event, secret = ours) => {
    const body = JSON.stringify(event);
    const { webhooks } = new Stripe("sk_test_signs_only");
    const signature = await webhooks.generateTestHeaderStringAsync({ payload: body, secret });
    return { body, signature };
  };

async function send(address: string, event: Event, signed: StripeStandIn["signed"]) {
  const { body, signature } = await signed(event);
  const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
  await fetch(address, { method: "POST", body, headers });
}

function takeFault(troubles: Trouble[], name: string): Fault | undefined {
  const trouble = troubles.find((one) => one.times > 0 && name.startsWith(one.calls));
  if (!trouble) return undefined;
  trouble.times -= 1;
  return trouble.fault;
}

interface Named {
  /** The name of the call, as it was made. */
  name: string;
  encoded: string;
}

async function named(request: Request): Promise<Named> {
  const { pathname, search } = new URL(request.url);
  // The parameters of a deletion stand in its address.
  const encoded = request.method === "POST" ? await request.text() : search;
  return { name: `${request.method} ${pathname}`, encoded };
}

interface Plain {
  status: number;
  body: object;
}

const broken: Plain = {
  status: 500,
  body: { error: { type: "api_error", message: "Something went wrong on Stripe's end." } },
};

/** A caller who sends the same key again gets the same answer, a failure too; with other parameters a refusal. */
function once(
  request: Request,
  { name, encoded }: Named,
  answered: Map<string, { request: string; status: number; body: string }>,
  answer: () => Plain,
): Response {
  const key = request.headers.get("Idempotency-Key");
  const asked = `${name}?${encoded}`;
  const before = key ? answered.get(key) : undefined;
  if (before && before.request !== asked)
    return refuse(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      "idempotency_error",
    );
  const made = before ?? { request: asked, ...written(answer()) };
  if (key) answered.set(key, made);
  return new Response(made.body, {
    status: made.status,
    headers: { "Content-Type": "application/json", "Request-Id": "req_stand_in" },
  });
}

const written = ({ status, body }: Plain) => ({ status, body: JSON.stringify(body) });

function answerCall(books: Books, { name, encoded }: Named): Plain {
  try {
    const [method = "", path = ""] = name.split(" ");
    const id = /^\/v1(?:\/\w+)+?\/(?<id>[a-z]+_\w+)/.exec(path)?.groups?.id ?? "";
    const call = calls[`${method} ${id ? path.replace(id, ":id") : path}`];
    if (!call)
      throw new Refused(404, {
        type: "invalid_request_error",
        message: `Unrecognized request URL (${method}: ${path}).`,
      });
    const form = formOf(encoded);
    refuseUnknown(form, call.takes);
    return { status: 200, body: call.answer(books, form, id) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: error.status, body: { error: error.error } };
  }
}

function refuseUnknown(form: Form, known: readonly string[]) {
  for (const name of Object.keys(form))
    if (!known.includes(name))
      throw new Refused(400, {
        type: "invalid_request_error",
        code: "parameter_unknown",
        message: `Received unknown parameter: ${name}`,
        param: name,
      });
}

const refuse = (status: number, message: string, type = "invalid_request_error") =>
  Response.json({ error: { type, message } }, { status });

const cutOff = (text: string) => text.slice(0, Math.floor(text.length / 2));
