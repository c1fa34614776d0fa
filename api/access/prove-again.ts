import { forbidden, invalid, one } from "#api/http/errors.ts";
import type { Limit, TakeToken } from "#api/http/rate-limit.ts";
import type { Db } from "#api/platform/database.ts";
import { passwordMatches } from "#api/platform/passwords.ts";

/** One limit for all that asks for the password of whom is signed in. */
export const passwordTries: Limit = { name: "password:account", capacity: 10, period: 600 };

/** Before what a session in strange hands must not do: the password, or, without one, a session just begun. */
export async function proveAgain(
  { secrets, takeToken }: { secrets: Db; takeToken: TakeToken },
  { sub, sid }: { sub: string; sid: string },
  password = "",
): Promise<void> {
  const rows = await secrets(
    (sql) => sql<{ password_hash: string | null; has_just_begun: boolean }[]>`
      select c.password_hash, s.created_at > now() - interval '10 minutes' as has_just_begun
        from private.credentials c join public.sessions s on s.user_id = c.user_id
       where c.user_id = ${sub} and s.id = ${sid}
    `,
  );
  const { password_hash, has_just_begun } = one(rows);
  if (password_hash === null) {
    if (has_just_begun) return;
    throw forbidden("Please log out, sign in again, and try once more.", "sign_in_again");
  }
  const giveBack = await takeToken(passwordTries, sub);
  if (!(await passwordMatches(password, password_hash)))
    throw invalid("Password is incorrect", { password: "Password is incorrect" });
  await giveBack();
}
