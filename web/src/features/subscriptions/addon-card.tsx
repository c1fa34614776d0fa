import { Captions } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Config } from "#contract/config.ts";
import {
  ADDON_MINUTES,
  ADDON_PRICE_USD,
  type CurrentSubscription,
} from "#contract/subscriptions.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Minutes } from "#web/ui/minutes.tsx";

/** The way this server transcribes, said before anybody pays for it. */
export const offers: Record<Config["transcription"], string> = {
  service: "This server sends the sound to a transcription service.",
  local: "This server transcribes by itself: the sound does not leave it.",
  off: "Transcription is not set up on this server. Subtitles can be uploaded and edited without the add-on.",
};

interface Props {
  enabled: boolean;
  /** The person came here for the add-on: its card takes the focus. */
  wanted: boolean;
  /** The maker of subtitles on this server; undefined until it is known. */
  transcription: Config["transcription"] | undefined;
  minutes: CurrentSubscription["subtitle_minutes"];
  disabled: boolean;
  busy: boolean;
  onSwitch: () => void;
}

export function AddonCard(props: Props) {
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
          <Captions aria-hidden="true" />
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
          {enabled && minutes.limit !== null && <Minutes {...minutes} limit={minutes.limit} />}
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
