import { TOTP } from "otpauth";
import { hashPassword } from "#api/platform/passwords.ts";
import type { Method, TestApp } from "./app.ts";
import { newAuthenticator } from "./authenticator.ts";

export const PASSWORD = "secret1";
export const ORIGIN = "https://kinora.example";

/** People who sign in with more than a password, over an app that has `ORIGIN` as its PUBLIC_URL. */
export function peopleWithSecondFactors({ visitor, person, database }: TestApp) {
  const service = database.asService("a test makes its people");
  const hashed = hashPassword(PASSWORD);

  async function registered() {
    const somebody = await person();
    const { sub, sid } = somebody.caller;
    const hash = await hashed;
    // Sessions end with the password before, also where there was none.
    await service(async (sql) => {
      await sql`update private.credentials set password_hash = ${hash} where user_id = ${sub}`;
      await sql`insert into public.sessions (id, user_id, device) values (${sid}, ${sub}, 'a test')`;
    });
    return somebody;
  }

  const login = ({ email }: { email: string }, password = PASSWORD) =>
    visitor.call("POST", "/auth/login", { email, password });

  return {
    registered,
    login,
    ticketOf: async (whom: { email: string }) => (await (await login(whom)).json()).ticket,
    pass: (ticket: string, code: string) =>
      visitor.call("POST", "/auth/second-factor", { ticket, code }),

    /** Turned on with the code before this one, so that this one is still to be used. */
    async withApp(whom: Caller) {
      const begun = await whom.call("POST", "/user/second-factor/totp", { password: PASSWORD });
      const { secret, url } = await begun.json();
      const confirm = async () => {
        const used = codeOf(secret, -1);
        return {
          used,
          confirmed: await whom.call("PUT", "/user/second-factor/totp", { code: used }),
        };
      };
      // The half minute may end on the way: then the code is too old, and the next one is not.
      const first = await confirm();
      const { used, confirmed } = first.confirmed.status === 422 ? await confirm() : first;
      if (confirmed.status !== 200) throw new Error(`not confirmed: ${await confirmed.text()}`);
      const recovery: string[] = (await confirmed.json()).recovery_codes;
      return { secret: String(secret), url: String(url), used, recovery };
    },

    async withPasskey(whom: Caller, name = "Yellow key") {
      const key = newAuthenticator(ORIGIN);
      const asked = await whom.call("POST", "/user/second-factor/passkeys", { password: PASSWORD });
      const credential = key.make(await asked.json());
      const added = await whom.call("PUT", "/user/second-factor/passkeys", { name, credential });
      if (added.status !== 200) throw new Error(`not added: ${await added.text()}`);
      const recovery: string[] = (await added.json()).recovery_codes;
      return { key, recovery };
    },
  };
}

interface Caller {
  call: (method: Method, path: string, body?: unknown) => Promise<Response>;
}

/** A code of the half minute that is so many later than this one. */
export const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + later * 30_000 });

export const outcome = async (answer: Response) => [answer.status, (await answer.json()).code];
