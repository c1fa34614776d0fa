import { type ReactNode, useState } from "react";
import type { Config } from "#contract/config.ts";
import type { CurrentSubscription, StorageUsage } from "#contract/subscriptions.ts";
import { isOnDrive } from "#web/data/subscriptions.ts";
import { formatSize } from "#web/lib/format.ts";
import { isAdmin, useUser } from "#web/lib/session.ts";
import { Card } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/controls/switch.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { offers } from "./addon-card.tsx";

interface Props {
  subscription: CurrentSubscription;
  usage: StorageUsage | undefined;
  transcription: Config["transcription"] | undefined;
  disabled: boolean;
  onSwitch: () => void;
  children: ReactNode;
}

/** A server that sells nothing: first what a person has here, without a price. */
export function Included({ usage, children, ...subtitles }: Props) {
  const { subscription } = subtitles;
  const [isOpen] = useState(!subscription.storage_configured);
  return (
    <>
      <Card aria-label="What you have" className="grid gap-6 p-5 md:p-6">
        <h2 className="font-semibold text-20">Everything is included on this server</h2>
        {usage && <Room usage={usage} isDrive={isOnDrive(subscription)} />}
        {!subscription.storage_configured && (
          <p className="text-14 text-warn">
            New recordings have no place yet. Choose a plan with cloud storage below.
          </p>
        )}
        <hr className="border-line" />
        <Subtitles {...subtitles} />
        {isAdmin(useUser()) && (
          <p className="text-13 text-ink-2">
            To sell plans, start this server with <code>STRIPE_SECRET_KEY</code> and{" "}
            <code>STRIPE_WEBHOOK_SECRET</code>.
          </p>
        )}
      </Card>
      <Disclosure title="Plans" isOpen={isOpen} wide>
        {children}
      </Disclosure>
    </>
  );
}

function Room({ usage, isDrive }: { usage: StorageUsage; isDrive: boolean }) {
  const { storage_used_bytes: used, available_bytes: left } = usage;
  return (
    <div className="grid gap-2 text-14 tabular-nums">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{formatSize(used)} used</span>
        <span className="text-ink-2">
          {isDrive ? "Google Drive, unlimited" : `Room for ${formatSize(left)} more`}
        </span>
      </p>
      {!isDrive && (
        <Progress label="Storage used" value={(used / (used + left || 1)) * 100} warnAt={80} />
      )}
    </div>
  );
}

type SubtitlesProps = Omit<Props, "usage" | "children">;

function Subtitles({ subscription, transcription, disabled, onSwitch }: SubtitlesProps) {
  const { subtitle_addon_enabled: enabled, subtitle_minutes } = subscription;
  const { used, limit } = subtitle_minutes;
  const offer = transcription && offers[transcription];
  if (limit === null) return <p className="text-14">Subtitles are on. {offer}</p>;
  return (
    <Switch
      label="Subtitles"
      hint={`${offer ?? ""}${enabled ? ` ${Math.ceil(used)} of ${limit} minutes are used this month.` : ""}`}
      checked={enabled}
      disabled={disabled || (transcription === "off" && !enabled)}
      onChange={onSwitch}
    />
  );
}
