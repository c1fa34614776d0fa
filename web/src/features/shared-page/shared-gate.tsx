import { type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { LockKeyhole, MailCheck, RotateCw, Scissors, VideoOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { SharedPlace } from "#contract/shares.ts";
import { logOut } from "#web/data/auth.ts";
import { configQuery } from "#web/data/config.ts";
import {
  askForProof,
  askOwner,
  bringProof,
  isBeingEdited,
  sharedQuery,
  unlockShare,
} from "#web/data/shares.ts";
import { errorText, fieldError, isRefused } from "#web/lib/api-error.ts";
import { useSession } from "#web/lib/session.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { Form } from "#web/ui/controls/field.tsx";
import { PasswordField } from "#web/ui/controls/password-field.tsx";
import { PageNotice } from "#web/ui/page/page-notice.tsx";
import { BareFrame, here } from "./bare-frame.tsx";
import { EmbedStage } from "./embed-stage.tsx";
import { SharedSkeleton } from "./shared-skeleton.tsx";
import { useLiveShare } from "./use-live-share.ts";

interface Props {
  shareToken: string;
  /** Inside of another site there is room for the player, and for nothing else of ours. */
  isEmbedded?: boolean;
  /** The proof from the letter that was written to this visitor. */
  proof?: string | undefined;
  children: (view: SharedPlace) => ReactNode;
}

/** The content of a link: the video, or why not, also when that changes while somebody watches. */
export function SharedGate({ shareToken, isEmbedded, proof, children }: Props) {
  const query = useQuery(sharedQuery(shareToken));
  const { data: view, error, refetch } = query;
  const isHidden = useIsHidden(query);
  useLiveShare(shareToken, view);
  const isLocked = isRefused(error) && error.code === "password_required";
  if (view && !isRefused(error)) return children(view);
  if (isHidden && !isEmbedded) return <BeingEdited />;
  if (isEmbedded) return <EmbedStage shareToken={shareToken} isLocked={isLocked} error={error} />;
  if (isLocked) return <PasswordPrompt shareToken={shareToken} />;
  if (isRefused(error) && error.code === "email_unproven")
    return <ProveEmail shareToken={shareToken} why={error.said} proof={proof} />;
  if (isRefused(error)) return <UnableToLoad why={error.said} />;
  if (error) return <UnableToLoad onRetry={() => void refetch()} />;
  return <SharedSkeleton />;
}

/** A query that is asked again forgets its error until the answer is there: the page would blink. */
function useIsHidden({ error, isPending }: Pick<UseQueryResult, "error" | "isPending">) {
  const [wasHidden, setWasHidden] = useState(false);
  const isHidden = isPending ? wasHidden : isBeingEdited(error);
  if (isHidden !== wasHidden) setWasHidden(isHidden);
  return isHidden;
}

/** The page is asked about again and again, and shows the recording as soon as its cut is ready. */
function BeingEdited() {
  return (
    <BareFrame hasSignIn>
      <PageNotice
        icon={<Scissors />}
        title="This recording is being edited"
        help="It can be watched again in a moment. Stay here: it opens by itself."
      />
    </BareFrame>
  );
}

function PasswordPrompt({ shareToken }: { shareToken: string }) {
  const [password, setPassword] = useState("");
  const { mutate, error, isPending } = useMutation(unlockShare(shareToken));
  const wrong =
    error &&
    (fieldError(error, "password") ?? errorText(error, "The password could not be checked"));
  return (
    <BareFrame>
      <PageNotice
        icon={<LockKeyhole />}
        title="This recording has a password"
        help="The person who sent you the link has set it. It is asked once."
      >
        <Form
          className="grid w-80 max-w-full gap-4 text-left"
          error={error}
          onData={() => password !== "" && mutate(password)}
        >
          <PasswordField
            label="Password"
            autoFocus
            autoComplete="off"
            value={password}
            error={wrong ?? undefined}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" tone="primary" block busy={isPending} disabled={password === ""}>
            Watch recording
          </Button>
        </Form>
      </PageNotice>
    </BareFrame>
  );
}

const NO_ANSWER =
  "Kinora cannot be reached. The recording is safe; check the connection and try again.";

interface UnableToLoadProps {
  /** The server's words; without them it did not answer. */
  why?: string | undefined;
  onRetry?: () => void;
}

export function UnableToLoad({ why, onRetry }: UnableToLoadProps) {
  const isSignedIn = useSession().status === "signed-in";
  return (
    <BareFrame>
      <PageNotice isAlert icon={<VideoOff />} title="Unable to Load Video" help={why ?? NO_ANSWER}>
        {!onRetry &&
          (isSignedIn ? (
            <SwitchAccount />
          ) : (
            <Link
              to="/login"
              search={{ redirect: here() }}
              className={buttonLook({ tone: "primary" })}
            >
              Sign In
            </Link>
          ))}
        <Link to="/" className={buttonLook()}>
          Go to Home
        </Link>
        {onRetry && (
          <Button tone="primary" icon={<RotateCw />} onClick={onRetry}>
            Retry
          </Button>
        )}
      </PageNotice>
    </BareFrame>
  );
}

/** The link may be for another address of the same person. */
function SwitchAccount() {
  const navigate = useNavigate();
  const switchAccount = () => {
    const redirect = here();
    logOut();
    void navigate({ to: "/login", search: { redirect } });
  };
  return (
    <Button tone="primary" onClick={switchAccount}>
      Switch account
    </Button>
  );
}

interface ProveEmailProps {
  shareToken: string;
  /** The server's words. */
  why: string | undefined;
  /** The proof that the letter carried, once the letter was opened. */
  proof: string | undefined;
}

/** The link is for the address of this account, which nobody has shown to be theirs yet. */
export function ProveEmail({ shareToken, why, proof }: ProveEmailProps) {
  const { data: config } = useQuery(configQuery);
  return (
    <BareFrame>
      <PageNotice icon={<MailCheck />} title="Confirm your email address" help={why}>
        <div className="grid justify-items-center gap-6">
          {proof && <Confirm shareToken={shareToken} proof={proof} />}
          {config?.mail && <AskForLetter shareToken={shareToken} isFirst={!proof} />}
          {config && !config.mail && (
            <>
              <NoLetter google={config.google_client_id !== null} />
              <AskOwner shareToken={shareToken} />
            </>
          )}
        </div>
      </PageNotice>
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
