import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { forget, heldTakesAtom } from "#web/features/recorder/keep/held-takes.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import type { Take } from "#web/features/recorder/keep/take.ts";
import {
  deliver,
  deliverInBackground,
  deliveriesAtom,
} from "#web/features/recorder/send/delivery.ts";
import { DeliveryRow } from "./delivery-row.tsx";
import { OrphanRow } from "./orphan-row.tsx";
import { lookForOrphans } from "./orphans.ts";

/** Anywhere in the app: recordings that an earlier visit did not finish, and those on their way now. */
export default function RecoveryOffer({ userId }: { userId: string }) {
  useLooking(userId);
  const isOwn = ({ manifest }: { manifest: Manifest }) => manifest.userId === userId;
  const orphans = useAtomValue(heldTakesAtom).filter(isOwn);
  const deliveries = [...useAtomValue(deliveriesAtom).values()].filter(isOwn);
  if (orphans.length + deliveries.length === 0) return null;

  const finish = (take: Take) => {
    forget(take);
    deliverInBackground(deliver(take));
  };
  return (
    <section
      aria-label="Unfinished recordings"
      data-page-head
      className="mx-auto grid w-full max-w-[1184px] gap-2 px-4 pt-4 md:px-8"
    >
      {orphans.map((take) => (
        <OrphanRow key={take.manifest.id} take={take} onFinish={() => finish(take)} />
      ))}
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.manifest.id} {...delivery} />
      ))}
    </section>
  );
}

/** Now, and whenever the person comes back: the tab that was recording may have died meanwhile. */
function useLooking(userId: string) {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") void lookForOrphans(userId);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [userId]);
}
