import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { LockKeyhole, MailCheck, RotateCw, Scissors, VideoOff } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { recordingTopic } from "#contract/events.ts";
import type { SharedPlace } from "#contract/shares.ts";
import { logOut } from "#web/data/auth.ts";
import { configQuery } from "#web/data/config.ts";
import { useTopic } from "#web/data/realtime.ts";
import {
  askForProof,
  askOwner,
  bringProof,
  isBeingEdited,
  sharedQuery,
  unlockShare,
} from "#web/data/shares.ts";
import { errorText, fieldError, isRefused } from "#web/lib/api-error.ts";
import { serverNow } from "#web/lib/server-clock.ts";
import { useSession } from "#web/lib/session.ts";
import { useLastError } from "#web/lib/use-last-error.ts";
import { useLater } from "#web/lib/use-later.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { Form } from "#web/ui/controls/field.tsx";
import { PasswordField } from "#web/ui/controls/password-field.tsx";
import { PageNotice } from "#web/ui/page/page-notice.tsx";
import { BareFrame, here, SignInLink } from "./bare-frame.tsx";
import { EmbedStage } from "./embed-stage.tsx";
import { SharedSkeleton } from "./shared-skeleton.tsx";

interface Props {
  shareToken: string;
  /** Inside of another site there is room for the player, and for nothing else of ours. */
  isEmbedded?: boolean;
  /** The proof from the letter that was written to this visitor. */
  proof?: string | undefined;
  children: (view: SharedPlace) => ReactNode;
}

export function SharedGate({ shareToken, isEmbedded, proof, children }: Props) {
  const query = useQuery(sharedQuery(shareToken));
  const { data, error, refetch } = query;
  // A refused page hears no news, and the server has closed its channel: another is joined where the link opens again.
  const view = isRefused(error) ? undefined : data;
  const isHidden = useLastError(query, isBeingEdited);
  useLiveShare(shareToken, view);
  const isLocked = isRefused(error) && error.code === "password_required";
  if (view) return children(view);
  // The page is asked about again and again, and shows the recording as soon as its cut is ready.
  if (isHidden && !isEmbedded)
    return (
      <BareFrame hasSignIn>
        <PageNotice
          icon={<Scissors />}
          title="This recording is being edited"
          help="It can be watched again in a moment. Stay here: it opens by itself."
        />
      </BareFrame>
    );
  if (isEmbedded) return <EmbedStage shareToken={shareToken} isLocked={isLocked} error={error} />;
  if (isLocked) return <PasswordPrompt shareToken={shareToken} />;
  if (isRefused(error) && error.code === "email_unproven")
    return <ProveEmail shareToken={shareToken} why={error.said} proof={proof} />;
  if (isRefused(error)) return <UnableToLoad why={error.said} />;
  if (error) return <UnableToLoad onRetry={() => void refetch()} />;
  return <SharedSkeleton />;
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
  const navigate = useNavigate();
  const switchAccount = () => {
    const redirect = here();
    logOut();
    void navigate({ to: "/login", search: { redirect } });
  };
  return (
    <BareFrame>
      <PageNotice isAlert icon={<VideoOff />} title="Unable to Load Video" help={why ?? NO_ANSWER}>
        {!onRetry &&
          (isSignedIn ? (
            // The link may be for another address of the same person.
            <Button tone="primary" onClick={switchAccount}>
              Switch account
            </Button>
          ) : (
            <SignInLink tone="primary" />
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

interface ProveEmailProps extends Pick<Props, "shareToken" | "proof"> {
  why: string | undefined;
}

/** The link is for the address of this account, which nobody has shown to be theirs yet. */
export function ProveEmail({ shareToken, why, proof }: ProveEmailProps) {
  const { data: config } = useQuery(configQuery);
  return (
    <BareFrame>
      <PageNotice icon={<MailCheck />} title="Confirm your email address" help={why}>
        <div className="grid justify-items-center gap-6">
          {proof && (
            <Ask
              write={bringProof(shareToken, proof)}
              label="Confirm and watch"
              failed="The address could not be confirmed"
            />
          )}
          {config?.mail && (
            <Ask
              write={askForProof(shareToken)}
              tone={proof ? "quiet" : "primary"}
              label={proof ? "Send me another email" : "Send me an email"}
              done="Sent. Open the address in it, and the recording is here."
              failed="The email could not be sent"
            />
          )}
          {config && !config.mail && (
            <>
              <p className="max-w-[44ch] text-14 text-ink-2">
                This server cannot send emails: ask an admin of it to confirm your address
                {config.google_client_id !== null &&
                  ", or log in with Google if the address is one of theirs"}
                . The person who shared the recording can also send you a link with a password.
              </p>
              <Ask
                write={askOwner(shareToken)}
                label="Ask for another link"
                done="Asked. The owner of the recording sees your name and this wish in Kinora."
                failed="It could not be asked"
              />
            </>
          )}
        </div>
      </PageNotice>
    </BareFrame>
  );
}

interface AskProps {
  write: ReturnType<typeof askOwner>;
  tone?: "primary" | "quiet";
  label: string;
  /** Left out where the page itself becomes another. */
  done?: string;
  failed: string;
}

function Ask({ write, tone = "primary", label, done, failed }: AskProps) {
  const { mutate, error, isPending, isSuccess } = useMutation(write);
  return (
    <>
      <Button tone={tone} busy={isPending} disabled={isSuccess} onClick={() => mutate()}>
        {label}
      </Button>
      <p role="status" className="text-14 text-ink-2 empty:sr-only">
        {isSuccess && done}
      </p>
      {error && (
        <p role="alert" className="text-14 text-red-ink">
          {errorText(error, failed)}
        </p>
      )}
    </>
  );
}

/** Browsers fire timers beyond this at once. */
const LONGEST_TIMER = 2_147_483_647;

/** Looks again when something about the video or its link has changed, and when the link runs out. */
export function useLiveShare(shareToken: string, view: SharedPlace | undefined) {
  const queryClient = useQueryClient();
  const { queryKey } = sharedQuery(shareToken);
  const lookAgain = () => void queryClient.invalidateQueries({ queryKey });
  const recording = view?.kind === "recording" ? view.recording : undefined;
  const recordingId = recording?.id;
  useTopic(
    recordingId ? recordingTopic(recordingId) : null,
    (name) => {
      // The discussion reads itself anew, and a recording that runs is told to grow each second.
      const isGrowth = name === "recording" && recording?.live;
      if (name !== "comment" && name !== "reaction" && !isGrowth) lookAgain();
    },
    shareToken,
  );

  const expiresAt = view?.expires_at;
  const left = useMemo(
    () => (expiresAt ? Math.max(0, Date.parse(expiresAt) - serverNow() + 500) : Infinity),
    [expiresAt],
  );
  useLater(left <= LONGEST_TIMER && left, lookAgain, expiresAt);
}
