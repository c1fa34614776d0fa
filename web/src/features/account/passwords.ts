import { ChangePassword, SetPassword } from "#contract/account.ts";
import { Session } from "#contract/auth.ts";
import { readForm } from "#web/lib/form.ts";
import { request } from "#web/lib/request.ts";
import { signIn } from "#web/lib/session.ts";

// Both answer with a new session: the old ones, this one included, have ended.

export async function setPassword(form: FormData) {
  const body = readForm(SetPassword, form);
  signIn(await request("POST", "/user/set-password", Session, { body }));
}

export async function changePassword(form: FormData) {
  const body = readForm(ChangePassword, form);
  signIn(await request("POST", "/user/change-password", Session, { body }));
}
