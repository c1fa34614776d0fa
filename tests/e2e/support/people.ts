import { type BrowserContext, expect, type Page } from "@playwright/test";
import { Session } from "#contract/auth.ts";
import { type GooglePerson, type GoogleStandIn, signInScript } from "#tests/stand-ins/google.ts";
import { anyAddress } from "#tests/support/any-address.ts";

/** The details that somebody types to make an account. */
export interface Details {
  username: string;
  email: string;
  password: string;
}

/** Somebody with an account on a server. */
export interface Person extends Details, Session {
  origin: string;
}

/** Details nobody else has: tests share a server and must not meet. */
export function newDetails(): Details {
  const id = crypto.randomUUID().slice(0, 8);
  return { username: `Ada ${id}`, email: `ada-${id}@example.com`, password: `correct horse ${id}` };
}

export async function register(origin: string, details = newDetails()): Promise<Person> {
  return { origin, ...details, ...(await newSession(`${origin}/api/auth/register`, details)) };
}

/** The same person with a session of their own: an act that ends it ends nobody else's. */
export async function atAnotherDesk(person: Person): Promise<Person> {
  const { email, password } = person;
  return {
    ...person,
    ...(await newSession(`${person.origin}/api/auth/login`, { email, password })),
  };
}

async function newSession(address: string, body: object): Promise<Session> {
  const response = await fetch(address, {
    method: "POST",
    // Registrations and logins are limited per address.
    headers: { "Content-Type": "application/json", "X-Forwarded-For": anyAddress() },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`No session: ${response.status} ${await response.text()}`);
  return Session.parse(await response.json());
}

/** Leaves the browser as an earlier visit would have left it: signed in, nothing open. */
export async function signIn(page: Page, { origin, token, user }: Person) {
  await page.goto(`${origin}/healthz`);
  await page.evaluate(
    (session) => localStorage.setItem("kinora.session", session),
    JSON.stringify({ token, user }),
  );
}

/** Google's script on the page is ours, and its button answers at once for this person. */
export async function haveGoogleAnswerFor(
  page: Page | BrowserContext,
  google: GoogleStandIn,
  person: GooglePerson,
) {
  const body = signInScript(await google.idToken(person));
  await page.route("https://accounts.google.com/gsi/client", (route) =>
    route.fulfill({ contentType: "text/javascript", body }),
  );
}

/** As a person does, from the foot of the sidebar. */
export async function logOut(page: Page) {
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/login/);
}
