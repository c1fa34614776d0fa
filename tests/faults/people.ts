import { Session } from "#contract/auth.ts";

let registered = 0;

/** A new account on the server, by its token; each from an address of its own, for a server that trusts its proxy. */
export async function register(origin: string): Promise<string> {
  const name = `p${++registered}-${crypto.randomUUID().slice(0, 8)}`;
  const response = await fetch(`${origin}/api/auth/register`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Forwarded-For": `10.${crypto.getRandomValues(new Uint8Array(3)).join(".")}`,
    },
    body: JSON.stringify({
      username: name,
      email: `${name}@example.com`,
      password: "a password of theirs",
    }),
  });
  return Session.parse(await response.json()).token;
}
