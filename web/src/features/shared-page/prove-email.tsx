import { useMutation } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { errorText } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { BareFrame } from "./bare-frame.tsx";
import { askForProof } from "./queries.ts";

interface Props {
  shareToken: string;
  /** The server's words. */
  why: string | undefined;
}

/** The link is for the address of this account, which nobody has shown to be theirs yet. */
export function ProveEmail({ shareToken, why }: Props) {
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: () => askForProof(shareToken),
  });
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
        <Button tone="primary" busy={isPending} disabled={isSuccess} onClick={() => mutate()}>
          Send me a letter
        </Button>
        <p role="status" className="text-14 text-ink-2">
          {isSuccess && "Sent. Open the address in it, and the video is here."}
          {error && errorText(error, "The letter could not be sent")}
        </p>
      </div>
    </BareFrame>
  );
}
