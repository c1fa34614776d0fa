import { useMutation, useQuery } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { configQuery } from "#web/data/config.ts";
import { askForProof, askOwner, bringProof } from "#web/data/shares.ts";
import { errorText } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { BareFrame } from "./bare-frame.tsx";

interface Props {
  shareToken: string;
  /** The server's words. */
  why: string | undefined;
  /** The proof that the letter carried, once the letter was opened. */
  proof: string | undefined;
}

/** The link is for the address of this account, which nobody has shown to be theirs yet. */
export function ProveEmail({ shareToken, why, proof }: Props) {
  const { data: config } = useQuery(configQuery);
  return (
    <BareFrame>
      <div className="grid min-h-[70dvh] place-content-center justify-items-center gap-6 p-6 text-center">
        <span className="grid size-14 place-items-center rounded-full bg-wash text-ink-2">
          <MailCheck aria-hidden="true" className="size-6" />
        </span>
        <div className="grid justify-items-center gap-2">
          <h1 className="font-semibold text-28">Confirm your email address</h1>
          <p className="max-w-[44ch] text-14 text-ink-2">{why}</p>
        </div>
        {proof && <Confirm shareToken={shareToken} proof={proof} />}
        {config?.mail && <AskForLetter shareToken={shareToken} isFirst={!proof} />}
        {config && !config.mail && (
          <>
            <NoLetter google={config.google_client_id !== null} />
            <AskOwner shareToken={shareToken} />
          </>
        )}
      </div>
    </BareFrame>
  );
}

function NoLetter({ google }: { google: boolean }) {
  return (
    <p className="max-w-[44ch] text-14 text-ink-2">
      This server cannot send emails: ask an admin of it to confirm your address
      {google && ", or log in with Google if the address is one of theirs"}. The person who shared
      the recording can also send you a link with a password.
    </p>
  );
}

function AskOwner({ shareToken }: { shareToken: string }) {
  const { mutate, error, isPending, isSuccess } = useMutation(askOwner(shareToken));
  return (
    <>
      <Button tone="primary" busy={isPending} disabled={isSuccess} onClick={() => mutate()}>
        Ask for another link
      </Button>
      <p role="status" className="text-14 text-ink-2">
        {isSuccess && "Asked. The owner of the recording sees your name and this wish in Kinora."}
        {error && errorText(error, "It could not be asked")}
      </p>
    </>
  );
}

function Confirm({ shareToken, proof }: { shareToken: string; proof: string }) {
  const { mutate, error, isPending } = useMutation(bringProof(shareToken));
  return (
    <>
      <Button tone="primary" busy={isPending} onClick={() => mutate(proof)}>
        Confirm and watch
      </Button>
      {error && (
        <p role="alert" className="text-14 text-red-ink">
          {errorText(error, "The address could not be confirmed")}
        </p>
      )}
    </>
  );
}

function AskForLetter({ shareToken, isFirst }: { shareToken: string; isFirst: boolean }) {
  const { mutate, error, isPending, isSuccess } = useMutation(askForProof(shareToken));
  return (
    <>
      <Button
        tone={isFirst ? "primary" : "quiet"}
        busy={isPending}
        disabled={isSuccess}
        onClick={() => mutate()}
      >
        {isFirst ? "Send me an email" : "Send me another email"}
      </Button>
      <p role="status" className="text-14 text-ink-2">
        {isSuccess && "Sent. Open the address in it, and the recording is here."}
        {error && errorText(error, "The email could not be sent")}
      </p>
    </>
  );
}
