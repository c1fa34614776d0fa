import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useRef } from "react";
import { googleClientIdQuery } from "#web/data/config-answer.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { toast } from "#web/ui/layers/toast.ts";
import { googleSignIn } from "./sign-in.ts";

const UNEXPECTED = "Google Sign-In failed. Please try again.";

/** The button above the form, where Google works. Whether it does is known before the page is drawn. */
export function GoogleFirst({ purpose, invitation }: Omit<Props, "clientId">) {
  const { data: clientId } = useQuery(googleClientIdQuery);
  if (!clientId) return null;
  return (
    <>
      <GooglesOwn clientId={clientId} purpose={purpose} invitation={invitation} />
      <div className="flex items-center gap-4 text-13 text-ink-3">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
    </>
  );
}

export function GoogleLast() {
  const { data: clientId, isPending, isError } = useQuery(googleClientIdQuery);
  const reason = useId();
  if (isPending || clientId) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <Button
        size="sm"
        tone="quiet"
        disabled
        aria-describedby={reason}
        icon={<GoogleMark />}
        className="px-0!"
      >
        Continue with Google
      </Button>
      <p id={reason} className="text-13 text-ink-3">
        {isError ? "Kinora cannot be reached. Check the connection." : "Not set up on this server."}
      </p>
    </div>
  );
}

interface Props {
  clientId: string;
  purpose: "signin" | "signup";
  invitation?: string | undefined;
}

/** Google allows no other button than the one it draws itself. */
function GooglesOwn({ clientId, purpose, invitation }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const { mutate } = useMutation(googleSignIn);
  const onCredential = useEffectEvent((credential: string | undefined) => {
    if (credential) mutate({ token: credential, invitation });
    else toast.error(UNEXPECTED);
  });
  useEffect(() => {
    // The script is part of the page only where Google is set up.
    const loading = import("./google-identity.ts").then((part) => part.loadGoogleIdentity());
    loading.then(
      (google) => {
        if (!place.current) return;
        google.initialize({
          client_id: clientId,
          callback: (answer) => onCredential(answer.credential),
        });
        google.renderButton(place.current, {
          size: "large",
          text: `${purpose}_with`,
          width: place.current.clientWidth,
        });
      },
      () => toast.error(UNEXPECTED),
    );
  }, [clientId, purpose]);
  return <div ref={place} className="grid min-h-12 place-items-center" />;
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 18 18" aria-hidden="true">
      {Object.entries(markByColour).map(([colour, d]) => (
        <path key={colour} fill={colour} d={d} />
      ))}
    </svg>
  );
}

const markByColour = {
  "#4285f4":
    "M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62z",
  "#34a853":
    "M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.32-1.58-5.03-3.7H.96v2.33A9 9 0 0 0 9 18z",
  "#fbbc05":
    "M3.97 10.72A5.4 5.4 0 0 1 3.68 9c0-.6.1-1.18.29-1.72V4.95H.96A9 9 0 0 0 0 9c0 1.45.35 2.83.96 4.05l3.01-2.33z",
  "#ea4335":
    "M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A8.99 8.99 0 0 0 .96 4.95l3.01 2.33C4.68 5.16 6.66 3.58 9 3.58z",
};
