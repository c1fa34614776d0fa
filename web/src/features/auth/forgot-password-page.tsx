import { useMutation, useQuery } from "@tanstack/react-query";
import { canSendMailQuery } from "#web/data/config-answer.ts";
import { AuthForm, AuthFrame, EmailField, TextLink } from "./auth-frame.tsx";
import { letterRequest } from "./forgotten.ts";

export function ForgotPasswordPage() {
  // Where the server cannot be asked, the letter could not be asked for either, and then that is said.
  const { data: canSendMail = true } = useQuery(canSendMailQuery);
  return (
    <AuthFrame
      title="Forgot Password"
      help={
        canSendMail
          ? "An email lets you choose a new one."
          : "This server cannot send emails, so a person has to help."
      }
      other={
        <>
          You remember it? <TextLink to="/login">Sign in</TextLink>
        </>
      }
    >
      {canSendMail ? (
        <AskForLetter />
      ) : (
        <div className="grid gap-3 text-14 text-ink-2">
          <p>
            The person who runs this server can give you a new password with this command. Change it
            in the settings after signing in.
          </p>
          <code className="rounded-8 bg-wash px-3 py-2.5 text-13 text-ink [overflow-wrap:anywhere]">
            bun run admin password your@email
          </code>
        </div>
      )}
    </AuthFrame>
  );
}

function AskForLetter() {
  const sending = useMutation(letterRequest);
  return (
    <AuthForm
      sending={sending}
      failure="The email could not be sent"
      words={["Send Email", "Sending Email..."]}
      after={
        <p role="status" className="text-14 text-ink-2 empty:sr-only">
          {sending.isSuccess &&
            "If there is an account with this address, an email is on its way. It works once, within an hour."}
        </p>
      }
    >
      <EmailField />
    </AuthForm>
  );
}
