import { useSuspenseQueries } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { LanguageCode } from "#contract/languages.ts";
import { configQuery } from "#web/data/config.ts";
import { subscriptionQuery } from "#web/data/subscriptions.ts";
import { stored } from "#web/lib/browser/browser-storage.ts";
import { Switch } from "#web/ui/controls/switch.tsx";
import { keepLanguage, lastLanguage } from "./recent-languages.ts";

const LanguagePicker = lazy(() =>
  import("./language-picker.tsx").then(({ LanguagePicker }) => ({ default: LanguagePicker })),
);

/** The language that is spoken into this computer's microphone; null where nobody wants captions of it. */
const chosen = stored({
  key: "kinora.live-captions",
  schema: LanguageCode.nullable(),
  fallback: null,
});

/** Captions while one records: offered to people for whom this server would write them. */
export function useLiveCaptions() {
  const [config, subscription] = useSuspenseQueries({ queries: [configQuery, subscriptionQuery] });
  const [language, setLanguage] = useState(chosen.read);
  const { subtitle_addon_enabled, subtitle_minutes } = subscription.data;
  const { limit, used } = subtitle_minutes;
  // A server that counts no minutes sells no add-on either.
  const isUnlocked = limit === null || (subtitle_addon_enabled && used < limit);
  if (config.data.transcription === "off" || !isUnlocked) return undefined;
  const choose = (next: LanguageCode | null) => {
    chosen.write(next);
    setLanguage(next);
    if (next) keepLanguage(next);
  };
  return {
    language,
    /** `isSent`: what is recorded arrives while it is made, without which nobody can write it down. */
    control: (isSent: boolean) => (
      <div className="grid gap-3">
        <Switch
          label="Captions while I record"
          hint={
            isSent
              ? "Your words are written down as they arrive, and ready soon after you stop."
              : "Needs Instant link: what stays on this computer cannot be written down."
          }
          checked={isSent && language !== null}
          disabled={!isSent}
          onChange={(isOn) => choose(isOn ? lastLanguage() : null)}
        />
        {isSent && language && (
          <Suspense fallback={<div className="h-16" />}>
            <LanguagePicker label="Spoken language" value={language} onChange={choose} />
          </Suspense>
        )}
      </div>
    ),
  };
}
