import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, FileUp, Lock } from "lucide-react";
import { useState } from "react";
import { languageOf } from "#contract/languages.ts";
import { ADDON_MINUTES, ADDON_PRICE_USD } from "#contract/subscriptions.ts";
import { SUBTITLE_LIMIT_BYTES, type SubtitleFormat } from "#contract/subtitles.ts";
import { configQuery } from "#web/data/config.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { subscriptionQuery } from "#web/data/subscriptions.ts";
import { generateSubtitle, uploadSubtitle } from "#web/data/subtitles.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { Card } from "#web/ui/card.tsx";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { FileButton } from "#web/ui/controls/file-button.tsx";
import { Segmented } from "#web/ui/controls/segmented.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { toast } from "#web/ui/layers/toast.ts";
import { Minutes } from "#web/ui/minutes.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { LanguagePicker } from "./language-picker.tsx";
import { keepLanguage, lastLanguage } from "./recent-languages.ts";
import { LinesPending } from "./with-lines.tsx";

/** Two ways to subtitles: generated here, or brought along; what this server can do stands first. */
export function MakingSubtitles({ scope }: { scope: Scope }) {
  const config = useQuery(configQuery);
  const subscription = useQuery(subscriptionQuery);
  if (subscription.isLoadingError)
    return <LoadError title="Your plan was not read" onRetry={() => void subscription.refetch()} />;
  if (!config.data || !subscription.data) return <LinesPending label="Loading subtitles" />;
  const { subtitle_addon_enabled, subtitle_minutes } = subscription.data;
  // A server that counts no minutes sells no add-on either.
  const isUnlocked = subtitle_addon_enabled || subtitle_minutes.limit === null;
  if (config.data.transcription === "off")
    return <BringingAlong scope={scope} isUnlocked={isUnlocked} />;
  return (
    <div className="grid gap-4">
      {isUnlocked ? (
        <>
          <GenerateForm scope={scope} />
          <Minutes {...subtitle_minutes} />
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

/** On a server that generates nothing, nothing is promised, and nothing catches the eye. */
function LockedPromotion({ canGenerate }: { canGenerate: boolean }) {
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
      {canGenerate && (
        <ul className="grid gap-1.5 text-13 text-ink-2">
          {promises.map((promise) => (
            <li key={promise} className="flex items-baseline gap-2">
              <Check aria-hidden="true" className="size-3.5 shrink-0 translate-y-0.5 text-ink-3" />
              {promise}
            </li>
          ))}
        </ul>
      )}
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

/** `tone`: primary where there is no other way to subtitles. */
export function UploadForm({ scope, tone }: { scope: Scope; tone?: "primary" }) {
  const [language, setLanguage] = useState(lastLanguage);
  const { mutate, isPending, error, variables } = useMutation(
    uploadSubtitle(scope, () => keepLanguage(language)),
  );
  const send = (file: File) => {
    if (file.size > SUBTITLE_LIMIT_BYTES) toast.error("This file is too large for subtitles");
    else mutate({ language, file });
  };
  return (
    <div className="grid gap-3">
      <LanguagePicker label="Language of the file" value={language} onChange={setLanguage} />
      <FileButton
        label="Subtitle file"
        accept=".srt,.vtt,text/vtt,application/x-subrip"
        tone={tone}
        icon={<FileUp />}
        busy={isPending}
        onFiles={([file]) => file && send(file)}
      >
        Choose an .srt or .vtt file
      </FileButton>
      {error instanceof ApiError && <WrongLines fileName={variables?.file.name} error={error} />}
    </div>
  );
}

const MOST_SHOWN = 8;

function WrongLines({ fileName, error }: { fileName: string | undefined; error: ApiError }) {
  const wrong = Object.entries(error.fields);
  if (wrong.length === 0) return null;
  return (
    <div role="alert" className="grid gap-1 rounded-8 bg-red-tint p-3 text-13 text-red-ink">
      <p className="font-medium [overflow-wrap:anywhere]">{fileName} cannot be read</p>
      <ul className="grid gap-0.5">
        {wrong.slice(0, MOST_SHOWN).map(([line, says]) => (
          <li key={line}>
            {/^line \d/.test(line) && <span className="font-medium capitalize">{line}: </span>}
            {says}
          </li>
        ))}
      </ul>
      {wrong.length > MOST_SHOWN && <p>and {wrong.length - MOST_SHOWN} more</p>}
    </div>
  );
}

export const formats = [
  { value: "srt", label: "SRT" },
  { value: "vtt", label: "VTT" },
  { value: "txt", label: "TXT" },
] as const;

export function GenerateForm({ scope }: { scope: Scope }) {
  const [language, setLanguage] = useState(lastLanguage);
  const [format, setFormat] = useState<SubtitleFormat>("srt");
  const { mutate, isPending } = useMutation(generateSubtitle(scope, () => keepLanguage(language)));
  return (
    <form
      aria-label="Generate subtitles"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ language, format });
      }}
    >
      <LanguagePicker label="Spoken language" value={language} onChange={setLanguage} />
      {!languageOf(language).direct && (
        <p className="text-13 text-ink-2">
          No model is told of this language by name: it is left to detect what it hears.
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented label="Format" value={format} choices={formats} onChange={setFormat} />
        <Button type="submit" tone="primary" busy={isPending}>
          Generate
        </Button>
      </div>
    </form>
  );
}
