import { Captions } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Config } from "#contract/config.ts";
import {
  ADDON_MINUTES,
  ADDON_PRICE_USD,
  type CurrentSubscription,
  type StorageUsage,
} from "#contract/subscriptions.ts";
import { isOnDrive } from "#web/data/subscriptions.ts";
import { formatSize } from "#web/lib/format.ts";
import { isAdmin, useUser } from "#web/lib/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { Switch } from "#web/ui/controls/switch.tsx";
import { cx } from "#web/ui/cx.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Minutes } from "#web/ui/minutes.tsx";
import { Progress } from "#web/ui/progress.tsx";

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
  const isDrive = isOnDrive(subscription);
  return (
    <>
      <Card aria-label="What you have" className="grid gap-6 p-5 md:p-6">
        <h2 className="font-semibold text-20">Everything is included on this server</h2>
        {usage && (
          <div className="grid gap-2 text-14 tabular-nums">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{formatSize(usage.storage_used_bytes)} used</span>
              <span className="text-ink-2">
                {isDrive
                  ? "Google Drive, unlimited"
                  : `Room for ${formatSize(usage.available_bytes)} more`}
              </span>
            </p>
            {!isDrive && <Progress label="Storage used" value={percentOf(usage)} warns />}
          </div>
        )}
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

const percentOf = ({ storage_used_bytes: used, available_bytes: left }: StorageUsage) =>
  (used / (used + left || 1)) * 100;

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

/** The way this server transcribes, said before anybody pays for it. */
const offers: Record<Config["transcription"], string> = {
  service: "This server sends the sound to a transcription service.",
  local: "This server transcribes by itself: the sound does not leave it.",
  off: "Transcription is not set up on this server. Subtitles can be uploaded and edited without the add-on.",
};

interface AddonCardProps extends Pick<Props, "transcription" | "disabled" | "onSwitch"> {
  enabled: boolean;
  /** The person came here for the add-on: its card takes the focus. */
  wanted: boolean;
  minutes: CurrentSubscription["subtitle_minutes"];
  busy: boolean;
}

export function AddonCard(props: AddonCardProps) {
  const { enabled, wanted, transcription, minutes, disabled, busy, onSwitch } = props;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!wanted) return;
    card.current?.scrollIntoView({ block: "center" });
    card.current?.focus({ preventScroll: true });
  }, [wanted]);
  return (
    <Card
      ref={card}
      tabIndex={-1}
      aria-label="Subtitle add-on"
      className={cx(
        "flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-5 md:p-6",
        wanted && "outline-2 outline-focus outline-offset-2",
      )}
    >
      <div className="flex min-w-0 flex-1 basis-80 items-start gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-12 bg-wash [&_svg]:size-5">
          <Captions />
        </span>
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-2.5">
            <h2 className="font-semibold text-16">Subtitle add-on</h2>
            <Badge tone={enabled ? "ok" : "plain"}>{enabled ? "Enabled" : "Disabled"}</Badge>
          </div>
          <p className="text-14 text-ink-2">
            AI transcription of your recordings in about 130 languages, to read, search and correct.
          </p>
          <p className="text-13 text-ink-2 tabular-nums">
            <span className="font-medium text-ink">${ADDON_PRICE_USD}/month</span> · {ADDON_MINUTES}{" "}
            minutes/month
          </p>
          {transcription && <p className="text-13 text-ink-3">{offers[transcription]}</p>}
          {enabled && <Minutes {...minutes} />}
        </div>
      </div>
      <Button
        // Nobody is urged to pay for what this server cannot do.
        tone={enabled || transcription === "off" ? "secondary" : "primary"}
        disabled={disabled}
        busy={busy}
        onClick={onSwitch}
      >
        {enabled ? "Disable" : "Enable"}
      </Button>
    </Card>
  );
}
