import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SignUpOffer } from "#contract/settings.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { TextField } from "#web/ui/controls/field.tsx";
import { NewPasswordField, PasswordField } from "#web/ui/controls/password-field.tsx";
import { AuthForm, AuthFrame, EmailField, TextLink } from "./auth-frame.tsx";
import { GoogleFirst, GoogleLast } from "./google-button.tsx";
import { registration } from "./sign-in.ts";

interface Props {
  redirect?: string | undefined;
  /** The invitation in the address, if the person came with one. */
  invitation?: string | undefined;
  /** Null where the server could not be asked: then its refusal comes when the form is sent. */
  offer: SignUpOffer | null;
}

export function RegisterPage({ redirect, invitation, offer }: Props) {
  const shut = offer && whyShut(offer, invitation);
  const isFirst = offer?.first;
  return (
    <AuthFrame
      title="Create Account"
      help={shut ?? (isFirst ? FIRST : `${invitation ? "You are invited. " : ""}${SOON}`)}
      other={
        !isFirst && (
          <>
            Already have an account?{" "}
            <TextLink to="/login" redirect={redirect}>
              Sign in
            </TextLink>
          </>
        )
      }
    >
      {!shut && <SignUp invitation={invitation} offer={offer} />}
    </AuthFrame>
  );
}

const FIRST = "Nobody is here yet. This account will run the server.";
const SOON = "A minute from now you can send your first recording.";

function whyShut({ sign_up, invitation }: SignUpOffer, given: string | undefined) {
  if (sign_up === "closed") return "This server takes no new accounts at the moment.";
  if (sign_up === "open" || invitation) return null;
  return given
    ? "This invitation was used or has ended. Ask for a new one."
    : "New accounts need an invitation here. Ask the person who runs this server for one.";
}

function SignUp({ invitation, offer }: Pick<Props, "invitation" | "offer">) {
  const [written, setWritten] = useState<FormData>();
  const sending = useMutation(registration(setWritten));
  const isAnyAddress = offer === null || offer.invitation || offer.first;
  const domains = isAnyAddress ? [] : offer.allowed_domains;
  if (written)
    return (
      <div className="grid gap-5 text-14 text-ink-2 [overflow-wrap:anywhere]">
        <p role="status">
          An email is on its way to <b>{String(written.get("email"))}</b>. Open the address in it
          within a day. There you choose your password and create the account. If it does not come,
          look among your spam, or send it again.
        </p>
        <Button block busy={sending.isPending} onClick={() => sending.mutate(written)}>
          Send the email again
        </Button>
      </div>
    );
  return (
    <div className="grid gap-6">
      <GoogleFirst purpose="signup" invitation={invitation} />
      <AuthForm
        sending={sending}
        failure="Registration failed"
        words={["Create Account", "Creating Account..."]}
      >
        {invitation && <input type="hidden" name="invitation" value={invitation} />}
        {domains.length > 0 && (
          <p className="text-13 text-ink-2">
            Accounts here need an address at {domains.join(", ")}.
          </p>
        )}
        <TextField label="Username" name="username" autoComplete="nickname" required />
        <EmailField initial={offer?.invitation?.email ?? undefined} />
        <NewPasswordField label="Password" name="password" required />
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
          required
        />
      </AuthForm>
      <GoogleLast />
    </div>
  );
}
