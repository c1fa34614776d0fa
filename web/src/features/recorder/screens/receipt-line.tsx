import { BadgeCheck, CircleAlert, LoaderCircle } from "lucide-react";
import type { Verdict } from "#web/features/recorder/send/receipt.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";

/** The server's verdict on the recording, as checked against the copy here. */
export function ReceiptLine({ verdict }: { verdict: Verdict | null }) {
  if (!verdict || verdict.outcome === "pending")
    return (
      <p role="status" className="flex items-center gap-2 text-13 text-ink-2">
        <LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" />
        The server checks every byte. The link works already.
      </p>
    );
  const isVerified = verdict.outcome === "verified";
  return (
    <div className="w-full max-w-[480px]">
      <p
        role="status"
        className={
          isVerified
            ? "flex items-center justify-center gap-2 text-14 text-ok"
            : "flex items-center gap-2 text-14 text-warn"
        }
      >
        {isVerified ? (
          <BadgeCheck aria-hidden="true" className="size-4" />
        ) : (
          <CircleAlert aria-hidden="true" className="size-4" />
        )}
        {isVerified ? "Verified" : differs(verdict)}
      </p>
      <Disclosure title="What was checked">
        <ul className="grid gap-1">
          {verdict.checks.map(({ name, ok, text }) => (
            <li key={name} className={ok ? undefined : "text-warn"}>
              {text}
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}

function differs({ isWhole, checks }: Verdict): string {
  const faults = checks.filter((check) => !check.ok).map((check) => check.text);
  const safe = isWhole ? "" : " The copy on this computer is kept: download it, or save it again.";
  return `${faults.join(". ")}.${safe}`;
}
