import { BadgeCheck, CircleAlert, LoaderCircle } from "lucide-react";
import type { Verdict } from "#web/features/recorder/send/receipt.ts";
import { cx } from "#web/ui/cx.ts";

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
  const Icon = isVerified ? BadgeCheck : CircleAlert;
  return (
    <p
      role="status"
      title={verdict.checks.map(({ text }) => text).join(". ")}
      className={cx(
        "flex max-w-[60ch] items-center gap-2 text-14",
        isVerified ? "text-ok" : "text-warn",
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {isVerified ? "Verified" : differs(verdict)}
    </p>
  );
}

function differs({ isWhole, checks }: Verdict): string {
  const faults = checks.filter((check) => !check.ok).map((check) => check.text);
  const safe = isWhole ? "" : " The copy on this computer is kept: download it, or save it again.";
  return `${faults.join(". ")}.${safe}`;
}
