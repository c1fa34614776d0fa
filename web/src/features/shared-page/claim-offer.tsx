import type { GuestKey } from "#contract/guests.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { claimGuest } from "#web/data/guests.ts";
import { WriteButton } from "#web/ui/controls/write-button.tsx";

/** Offers somebody who has signed in since what they said here as a guest. */
export default function ClaimOffer({ scope, guest }: { scope: Required<Scope>; guest: GuestKey }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-12 border border-line bg-raised p-4">
      <p className="flex-1 text-13 text-ink-2 [overflow-wrap:anywhere]">
        You commented here as <bdi className="font-medium text-ink">{guest.name}</bdi>.
      </p>
      <WriteButton size="sm" write={claimGuest(scope)} input={guest}>
        Move to my account
      </WriteButton>
    </div>
  );
}
