import { Session } from "#contract/auth.ts";
import { Recording } from "#contract/recordings.ts";

let registered = 0;

const PASSWORD = "a password of theirs";

/** Somebody at the server, by the calls that their browser makes. */
export interface Person {
  id: string;
  email: string;
  password: string;
  /** `path` is below /api; an object becomes JSON. */
  call(method: string, path: string, body?: object): Promise<Response>;
  /** A recording of these bytes, once it is ready. */
  save(bytes: Uint8Array, filename: string): Promise<string>;
  read(recording: string): Promise<Recording>;
}

/** A new account on the server, by its token; each from an address of its own, for a server that trusts its proxy. */
export async function register(origin: string): Promise<string> {
  return (await newSession(origin)).token;
}

async function newSession(origin: string): Promise<Session> {
  const name = `p${++registered}-${crypto.randomUUID().slice(0, 8)}`;
  const response = await fetch(`${origin}/api/auth/register`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Forwarded-For": `10.${crypto.getRandomValues(new Uint8Array(3)).join(".")}`,
    },
    body: JSON.stringify({ username: name, email: `${name}@example.com`, password: PASSWORD }),
  });
  return Session.parse(await response.json());
}

export async function newPerson(origin: string): Promise<Person> {
  const { token, user } = await newSession(origin);
  const headers = { Authorization: `Bearer ${token}` };
  const person: Person = {
    id: user.id,
    email: user.email,
    password: PASSWORD,
    call: (method, path, body) =>
      fetch(`${origin}/api${path}`, {
        method,
        headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    async save(bytes, filename) {
      const body = new FormData();
      body.append("video", new File([Buffer.from(bytes)], filename));
      const answer = await fetch(`${origin}/api/recordings`, { method: "POST", headers, body });
      const { id } = Recording.parse(await answer.json());
      await until(async () => (await person.read(id)).status === "ready");
      return id;
    },
    read: async (id) =>
      Recording.parse(await (await person.call("GET", `/recordings/${id}`)).json()),
  };
  return person;
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await Bun.sleep(5);
}
