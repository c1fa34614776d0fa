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
      <Button size="sm" tone="quiet" disabled aria-describedby={reason} className="px-0!">
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
