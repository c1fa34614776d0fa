import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, Lock } from "lucide-react";
import { ADDON_MINUTES, ADDON_PRICE_USD } from "#contract/subscriptions.ts";
import { configQuery } from "#web/data/config.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { subscriptionQuery } from "#web/data/subscriptions.ts";
import { Card } from "#web/ui/card.tsx";
import { buttonLook } from "#web/ui/controls/button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Minutes } from "#web/ui/minutes.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { GenerateForm } from "./generate-form.tsx";
import { LinesPending } from "./lines-pending.tsx";
import { UploadForm } from "./upload-form.tsx";

/** Two ways to subtitles: generated here, or brought along; what this server can do stands first. */
export function MakingSubtitles({ scope }: { scope: Scope }) {
  const config = useQuery(configQuery);
  const subscription = useQuery(subscriptionQuery);
  if (!config.data || !subscription.data) return <LinesPending label="Loading subtitles" />;
  const { subtitle_addon_enabled, subtitle_minutes } = subscription.data;
  const { limit } = subtitle_minutes;
  // A server that counts no minutes sells no add-on either.
  const isUnlocked = subtitle_addon_enabled || limit === null;
  if (config.data.transcription === "off")
    return <BringingAlong scope={scope} isUnlocked={isUnlocked} />;
  return (
    <div className="grid gap-4">
      {isUnlocked ? (
        <>
          <GenerateForm scope={scope} />
          {limit !== null && <Minutes {...subtitle_minutes} limit={limit} />}
        </>
      ) : (
        <LockedPromotion canGenerate />
      )}
      <div className="border-line border-y">
        <Disclosure title="Upload subtitles">
          <UploadForm scope={scope} />
        </Disclosure>
      </div>
    </div>
  );
}

/** The page where nobody transcribes: the add-on is mentioned, and nothing is promised for it. */
function BringingAlong({ scope, isUnlocked }: { scope: Scope; isUnlocked: boolean }) {
  return (
    <div className="grid gap-4">
      <Banner>
        Transcription is not set up on this server. Subtitles can still be uploaded and edited.
      </Banner>
      <h2 className="font-semibold text-14">Upload subtitles</h2>
      <UploadForm scope={scope} tone="primary" />
      {!isUnlocked && <LockedPromotion canGenerate={false} />}
    </div>
  );
}

const promises = [
  "Captions in the player, for everybody you share with",
  "Find recordings by what was said in them",
  "About 130 languages, to correct and to download",
];

interface Props {
  /** Else nothing is promised, and nothing catches the eye. */
  canGenerate: boolean;
}

/** Stands where subtitles are generated, for a person without the add-on. */
function LockedPromotion({ canGenerate }: Props) {
  const isSold = useQuery(subscriptionQuery).data?.payments;
  return (
    <Card aria-labelledby="subtitle-addon" className="grid gap-4 p-5">
      <div className="flex items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-wash [&_svg]:size-4">
          <Lock aria-hidden="true" />
        </span>
        <div className="grid min-w-0">
          <h2 id="subtitle-addon" className="font-semibold text-14">
            Generate subtitles with the add-on
          </h2>
          <p className="text-13 text-ink-2 tabular-nums">
            {!canGenerate && "Once this server transcribes: "}
            {isSold ? `$${ADDON_PRICE_USD}/month` : "Included"} · {ADDON_MINUTES} minutes/month
          </p>
        </div>
      </div>
      {canGenerate && <Promises />}
      <Link
        to="/subscription"
        search={{ addon: "subtitle" }}
        className={buttonLook({ tone: canGenerate ? "primary" : "secondary", block: true })}
      >
        Unlock subtitles
      </Link>
    </Card>
  );
}

function Promises() {
  return (
    <ul className="grid gap-1.5 text-13 text-ink-2">
      {promises.map((promise) => (
        <li key={promise} className="flex items-baseline gap-2">
          <Check aria-hidden="true" className="size-3.5 shrink-0 translate-y-0.5 text-ink-3" />
          {promise}
        </li>
      ))}
    </ul>
  );
}
