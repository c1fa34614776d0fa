import { useQuery } from "@tanstack/react-query";
import { configQuery } from "#web/data/config.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { subscriptionQuery } from "#web/data/subscriptions.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Minutes } from "#web/ui/minutes.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { GenerateForm } from "./generate-form.tsx";
import { LinesPending } from "./lines-pending.tsx";
import { LockedPromotion } from "./locked-promotion.tsx";
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
