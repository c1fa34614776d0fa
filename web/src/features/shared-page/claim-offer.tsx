import { useMutation } from "@tanstack/react-query";
import type { GuestKey } from "#contract/guests.ts";
import { claimGuest } from "#web/data/guests.ts";
import type { ShareScope } from "#web/lib/share-scope.ts";
import { Button } from "#web/ui/controls/button.tsx";

/** Offers somebody who has signed in since what they said here as a guest. */
export default function ClaimOffer({ share, guest }: { share: ShareScope; guest: GuestKey }) {
  const { mutate, isPending } = useMutation(claimGuest(share));
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-12 border border-line bg-raised p-4">
      <p className="flex-1 text-13 text-ink-2 [overflow-wrap:anywhere]">
        You commented here as <bdi className="font-medium text-ink">{guest.name}</bdi>.
      </p>
      <Button size="sm" busy={isPending} onClick={() => mutate(guest)}>
        Move to my account
      </Button>
    </div>
  );
}
